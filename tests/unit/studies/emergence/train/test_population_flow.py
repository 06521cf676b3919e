"""Training by the flow, as the step does it."""

from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.train.population_flow import run

PARAMS: dict[str, Any] = {
    "root_seed": 3,
    "seed_names": ["emergence", "test"],
    "order": 4,
    "exponent": 1.0,
    "directions": 8,
    "neurons": 64,
    "dimension": 10_000,
    "initial_strength": 1e-6,
    "law": "coupled",
    "all_coordinates": False,
    "fraction": 0.02,
    "duration": 4.0,
    "times": 40,
    "runs": 2,
}


def history(**changes: Any) -> dict[str, np.ndarray]:
    made = run({}, {**PARAMS, **changes})["history"]
    assert isinstance(made, dict)
    return made


def test_directions_are_learned_one_after_the_other_in_sharp_jumps() -> None:
    made = history()
    assert made["loss"].shape == (2, 40)
    assert made["aligned"].shape == (2, 8)
    assert np.all(made["begun"] < made["aligned"])
    assert np.all(made["aligned"] < made["done"])
    assert np.all((made["done"] - made["begun"]) / made["aligned"] < 0.1)
    ranks = np.log(np.arange(1, 9))
    slope = np.polyfit(ranks, np.log(made["aligned"]).mean(axis=0), 1)[0]
    assert slope == pytest.approx(1.0, abs=0.3)


def test_the_loss_goes_from_one_to_the_teachers_tail() -> None:
    made = history()
    np.testing.assert_allclose(made["loss"][:, 0], 1.0, atol=1e-3)
    np.testing.assert_allclose(made["loss"][:, -1], made["tail"], atol=1e-4)
    np.testing.assert_allclose(made["share"], 1.0, atol=1e-2)
    assert np.all(made["neurons"] >= 1)
    assert np.all(made["stray"] < 1e-3)


def test_a_further_run_changes_no_earlier_one() -> None:
    np.testing.assert_array_equal(history(runs=1)["aligned"][0], history()["aligned"][0])


def test_overlaps_beside_the_teacher_can_be_followed() -> None:
    made = history(all_coordinates=True, runs=1)
    np.testing.assert_allclose(made["share"], 1.0, atol=1e-2)


def test_without_deflation_fewer_directions_are_learned() -> None:
    few = (history(law="without_deflation", neurons=16)["aligned"] > 0).sum(axis=1)
    all_of_them = (history(neurons=16)["aligned"] > 0).sum(axis=1)
    assert np.all(few < all_of_them)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"law": "free"}, "allowed: \\['coupled', 'decoupled', 'without_deflation'\\]"),
        ({"runs": 0}, "runs is 0"),
        ({"exponent": 0.5}, "above 1/2"),
        ({"dimension": 8}, "above the teacher's"),
        ({"order": 2}, "above 2"),
    ],
)
def test_bad_parameters_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        history(**change)
