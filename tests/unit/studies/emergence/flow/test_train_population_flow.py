"""Training by the flow, as the step does it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.flow.train_population_flow import run
from tests.unit.studies.emergence import training
from tests.unit.studies.emergence.conftest import Starts

PARAMS: dict[str, Any] = {
    "order": 4,
    "exponent": 1.0,
    "neurons": None,
    "initial_strength": 1e-6,
    "law": "coupled",
    "fraction": 0.02,
    "duration": 4.0,
    "times": 40,
    "keep_alignment": False,
}


def history(starts: Path, **changes: Any) -> dict[str, np.ndarray]:
    return training.history(run, {"starts": starts}, PARAMS | changes)


def test_directions_are_learned_one_after_the_other_in_sharp_jumps(starts: Starts) -> None:
    made = history(starts())
    assert made["loss"].shape == (2, 40)
    assert made["aligned"].shape == (2, 8)
    assert np.all(made["begun"] < made["aligned"])
    assert np.all(made["aligned"] < made["done"])
    assert np.all((made["done"] - made["begun"]) / made["aligned"] < 0.1)
    ranks = np.log(np.arange(1, 9))
    slope = np.polyfit(ranks, np.log(made["aligned"]).mean(axis=0), 1)[0]
    assert slope == pytest.approx(1.0, abs=0.3)


def test_the_loss_goes_from_one_to_the_teachers_tail(starts: Starts) -> None:
    made = history(starts())
    np.testing.assert_allclose(made["loss"][:, 0], 1.0, atol=1e-3)
    np.testing.assert_allclose(made["loss"][:, -1], made["tail"], atol=1e-4)
    np.testing.assert_allclose(made["share"], 1.0, atol=1e-2)
    assert np.all(made["neurons"] >= 1)
    assert np.all(made["stray"] < 1e-3)


def test_alignments_are_kept_where_asked_for(starts: Starts) -> None:
    made = history(starts(), keep_alignment=True)
    assert "alignment" not in history(starts())
    assert made["alignment"].shape == (2, 40, 8)
    after = made["time"][None, :, None] > made["done"][:, None]
    assert np.all(made["alignment"][after] > 0.8)


def test_a_further_run_changes_no_earlier_one(starts: Starts) -> None:
    fewer, more = history(starts(runs=1)), history(starts())
    np.testing.assert_array_equal(fewer["aligned"][0], more["aligned"][0])


def test_the_first_neurons_of_a_start_can_be_trained_alone(starts: Starts) -> None:
    few = history(starts(neurons=4))
    first = history(starts(neurons=64), neurons=4)
    np.testing.assert_array_equal(first["start"], few["start"])
    np.testing.assert_array_equal(first["aligned"], few["aligned"])
    assert np.isnan(few["aligned"]).sum() >= 2 * 4  # of eight directions, four neurons


def test_overlaps_beside_the_teacher_can_be_followed(starts: Starts) -> None:
    made = history(starts(basis="span", runs=1))
    np.testing.assert_allclose(made["share"], 1.0, atol=1e-2)


def test_without_deflation_fewer_directions_are_learned(starts: Starts) -> None:
    path = starts(neurons=16)
    few = (history(path, law="without_deflation")["aligned"] > 0).sum(axis=1)
    all_of_them = (history(path)["aligned"] > 0).sum(axis=1)
    assert np.all(few < all_of_them)


def test_an_interrupted_training_goes_on_with_the_same_bytes(starts: Starts) -> None:
    params = PARAMS | {"duration": 0.1, "fraction": 0.1}
    places = training.resumed(run, {"starts": starts(neurons=16)}, params)
    assert len(places) > 10
    assert places[-1].endswith("in part 2 of 2")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"law": "free"}, "'coupled', 'decoupled' or 'without_deflation'"),
        ({"order": 2}, "above 2"),
    ],
)
def test_bad_parameters_are_refused(starts: Starts, change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        history(starts(), **change)
