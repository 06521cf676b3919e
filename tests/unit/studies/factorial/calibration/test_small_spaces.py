"""Contrast of small and large spaces, on planted curves (Figures 13 and 15)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.calibration import (
    evaluate_hidden_dimension_small,
    evaluate_layers_small,
)

Write = Callable[..., list[Path]]


def evaluate(
    step: Any, small: list[Path], large: list[Path], variants: list[int]
) -> tuple[Any, dict[str, dict[str, float]]]:
    outputs = step.run(
        {"histories": small, "large_histories": large}, root_seed=0, variants=variants, chosen=2
    )
    (metrics,) = outputs["metrics"].values()
    return outputs["table"], metrics


def test_planted_spread_and_compute(write_spaces: Write) -> None:
    small = write_spaces({1: 1.0, 2: 0.1, 3: 0.5}, {1: 1.0, 2: 0.1, 3: 0.5}, compute={3: 6.0})
    large = write_spaces({1: 1.0, 2: 0.5, 3: 0.8}, compute={3: 1.5})
    table, metrics = evaluate(evaluate_hidden_dimension_small, small, large, [1, 2, 3])
    assert metrics["spread_contrast"]["value"] == pytest.approx(np.log(10) - np.log(2))
    assert metrics["spread_contrast"]["n"] == 3
    assert metrics["compute_range_ratio"] == {"value": 4, "low": 4, "high": 4, "n": 1}
    assert table["loss"].min() == pytest.approx(0.1)
    assert len(table["space"].unique()) == 2


def test_equal_compute_is_that_of_the_cheapest_run(write_spaces: Write) -> None:
    # the costly network has lost half of its loss for each doubling, four doublings too late
    steps = np.array([0, 1, 2, 4, 8, 16, 32, 64, 100])
    curve = 1 / np.maximum(steps, 1.0)
    small = write_spaces({1: curve, 2: curve}, compute={2: 16.0})
    large = write_spaces({1: curve, 2: curve})
    _, metrics = evaluate(evaluate_hidden_dimension_small, small, large, [1, 2])
    assert metrics["spread_contrast"]["value"] == pytest.approx(np.log(16))


def test_networks_without_layers_are_left_out(write_spaces: Write) -> None:
    small = write_spaces({0: 9.0, 1: 1.0, 5: 0.5}, compute={0: 0.01, 5: 6.0})
    large = write_spaces({0: 0.001, 1: 1.0, 5: 0.5}, compute={0: 0.5, 5: 3.0})
    table, metrics = evaluate(evaluate_layers_small, small, large, [0, 1, 5])
    assert metrics["spread_contrast"]["value"] == pytest.approx(0, abs=1e-12)
    assert metrics["compute_range_ratio"]["value"] == 2
    assert set(table["variant"]) == {0, 1, 5}


def test_the_least_favorable_spaces_are_compared(write_spaces: Write) -> None:
    small = write_spaces({1: 1.0, 2: 1.0}, compute={2: 3.0})
    large = write_spaces({1: 1.0, 2: 1.0}, compute={2: 6.0})
    _, metrics = evaluate(evaluate_hidden_dimension_small, small, large, [1, 2])
    assert metrics["compute_range_ratio"]["value"] == 0.5


def test_other_replicates(write_spaces: Write) -> None:
    small = write_spaces({1: 1.0, 2: 1.0}, runs=2)
    with pytest.raises(ValueError, match="the same number of runs"):
        evaluate(evaluate_hidden_dimension_small, small, write_spaces({1: 1.0, 2: 1.0}), [1, 2])
