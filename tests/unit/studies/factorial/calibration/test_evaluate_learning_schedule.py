"""Schedules compared on planted curves (Figure 17)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.calibration import evaluate_learning_schedule
from compsparse.studies.factorial.calibration.evaluate_learning_schedule import (
    early_area,
    late_rise,
)

Write = Callable[..., list[Path]]

STEPS = np.array([0, 1, 2, 4, 8, 16, 32, 64, 100])
PARAMS = {"root_seed": 0, "variants": ["large", "small", "custom"], "chosen": "custom"}


def evaluate(paths: list[Path], **changes: object) -> dict[str, dict[str, float]]:
    outputs: Any = evaluate_learning_schedule.run({"histories": paths}, **PARAMS | changes)
    metrics: dict[str, dict[str, float]] = outputs["metrics"]["factorial_learning_schedule"]
    return metrics


def test_late_rise_is_over_the_least_loss_so_far() -> None:
    losses = np.log([8.0, 4.0, 1.0, 3.0, 1.0, 0.5, 1.5, 0.4, 0.4])
    assert late_rise(STEPS, losses) == pytest.approx(np.log(3))


def test_an_early_rise_is_not_late() -> None:
    assert late_rise(STEPS, np.log([1.0, 9.0, 9.0, 1.0, 1.0, 0.9, 0.8, 0.7, 0.6])) == 0


def test_late_starts_after_a_tenth_and_early_ends_there() -> None:
    steps = np.array([0, 1, 10, 11, 100])
    assert late_rise(steps, np.array([0.0, 0.0, 5.0, 2.0, 0.0])) == 2
    assert early_area(steps, np.array([7.0, 1.0, 3.0, 9.0, 9.0])) == 2


def test_planted_schedules(write_spaces: Write) -> None:
    large = np.array([1, 0.5, 0.2, 0.1, 0.1, 0.1, 0.2, 0.1, 0.1])
    small = np.array([1, 1, 1, 1, 1, 0.9, 0.8, 0.7, 0.6])
    custom = np.linspace(1, 0.02, 9)
    metrics = evaluate(write_spaces({"large": large, "small": small, "custom": custom}))
    assert metrics["custom_advantage"]["value"] == pytest.approx(np.log(0.1 / 0.02))
    assert metrics["late_rise_contrast"]["value"] == pytest.approx(np.log(2))
    early = np.log([0.5, 0.2, 0.1, 0.1]).mean()
    assert metrics["early_delay"]["value"] == pytest.approx(-early)
    assert metrics["early_delay"]["n"] == 3


def test_the_custom_schedule_must_win_in_both_spaces(write_spaces: Write) -> None:
    paths = write_spaces(
        {"large": 0.5, "small": 0.5, "custom": 0.1}, {"large": 0.5, "small": 0.1, "custom": 0.2}
    )
    assert evaluate(paths)["custom_advantage"]["value"] == pytest.approx(-np.log(2))
