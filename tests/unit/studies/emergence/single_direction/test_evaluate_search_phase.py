"""The exponents of the search phase on planted laws."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.emergence.chain.diffusion import predicted_median
from compsparse.studies.emergence.single_direction.evaluate_search_phase import run
from tests.unit.studies.emergence.single_direction.conftest import Written
from workflow_engine.artifacts.errors import ArtifactError


def evaluated(*paths: Path, groups: int = 4) -> tuple[pd.DataFrame, dict[str, Any]]:
    params = {"root_seed": 0, "groups": groups, "starts": ["fixed"] * len(paths)}
    outputs = run({"histories": list(paths)}, **params)
    table, metrics = outputs["table"], outputs["metrics"]
    assert isinstance(table, pd.DataFrame) and isinstance(metrics, dict)
    return table, metrics["emergence_search_phase"]


def test_a_planted_exponent_is_found(written: Written) -> None:
    table, metrics = evaluated(written(lambda c, d: d**1.7 / c))
    assert metrics["slope_order_3"]["value"] == pytest.approx(1.7, abs=0.05)
    assert metrics["slope_order_3"]["n"] == 4
    assert metrics["slope_order_3"]["low"] < metrics["slope_order_3"]["high"]
    assert len(table) == 4 * 3
    assert set(table["runs"]) == {8}


def test_the_exponent_is_that_of_the_smallest_step(written: Written) -> None:
    path = written(lambda c, d: d ** (3 - 4 * c) / c, order=4, constants=(0.02, 0.04), scatter=0.0)
    _, metrics = evaluated(path)
    assert metrics["slope_order_4"]["value"] == pytest.approx(2.92, abs=1e-9)


def test_a_quasilinear_law_has_the_exponent_one(written: Written) -> None:
    _, metrics = evaluated(written(lambda c, d: d * np.log(d), order=2, scatter=0.0))
    assert metrics["slope_order_2"]["value"] == pytest.approx(1.0)
    _, metrics = evaluated(written(lambda c, d: d**1.5, order=2, scatter=0.0))
    assert metrics["slope_order_2"]["value"] > 1.2


def test_steps_are_held_against_theory_at_these_sizes(written: Written) -> None:
    def theory(c: float, d: np.ndarray) -> np.ndarray:
        return np.array([predicted_median(3, int(n), 1.0, c * n**-1.5, "fixed") for n in d])

    _, metrics = evaluated(written(lambda c, d: 1.3 * theory(c, d), scatter=0.0))
    assert metrics["steps_over_predicted_order_3"]["value"] == pytest.approx(1.3)
    predicted = metrics["predicted_slope_order_3"]["value"]
    assert metrics["slope_order_3"]["value"] == pytest.approx(predicted)
    assert predicted < 2.0  # noise slows runs in few dimensions; without it, 2.1


def test_every_history_needs_its_start(written: Written) -> None:
    params = {"root_seed": 0, "groups": 4, "starts": []}
    with pytest.raises(ValueError, match="argument 2 is"):
        run({"histories": [written(lambda c, d: d**2)]}, **params)


def test_lost_runs_are_counted_and_lie_above_the_median(written: Written) -> None:
    whole, _ = evaluated(written(lambda c, d: d**2), groups=1)
    table, _ = evaluated(written(lambda c, d: d**2, lost=6, failed=4), groups=1)
    assert table["given_up"].tolist() == [6, 6, 6]
    assert table["failed"].tolist() == [4, 4, 4]
    assert np.all(table["steps"] > whole["steps"])


def test_groups_without_a_median_are_refused(written: Written) -> None:
    with pytest.raises(ValueError, match="group 0 with k = 3"):
        evaluated(written(lambda c, d: d**2, lost=4))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"failed_array": None}, "The array 'failed' is missing"),
        ({"order_array": np.array(3.5)}, "order is float64"),
        ({"learned_array": np.ones((1, 3, 5))}, "learned has 5 entries along run; searched has 32"),
        ({"searched_array": np.full((1, 3, 32), 1e9)}, "before its search was over"),
    ],
)
def test_broken_histories_are_refused(
    written: Written, changes: dict[str, Any], message: str
) -> None:
    arrays = {name.removesuffix("_array"): array for name, array in changes.items()}
    path = written(lambda c, d: d**2)
    from workflow_engine.artifacts.arrays import encode, read_arrays

    whole = read_arrays(path) | arrays
    path.write_bytes(encode(path, {k: v for k, v in whole.items() if v is not None}))
    with pytest.raises(ArtifactError, match=message):
        evaluated(path)
