from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.edge_cases import evaluate_specialization
from tests.unit.studies.emergence.edge_cases.conftest import Write
from workflow_engine.artifacts.errors import ArtifactError

AMPLITUDES = np.array([0.8, 0.4])


def written(write: Write, order: int, runs: list[list[list[float]]], **changes: Any) -> Path:
    """Each run is a list of weights (in the teacher's span) of its neurons."""
    weights = np.array(runs)
    strengths = (weights**2).sum(axis=2)
    arrays = {
        "order": np.array(order),
        "amplitudes": AMPLITUDES,
        "overlaps": weights / np.sqrt(strengths)[:, :, None],
        "strengths": strengths,
    }
    return write(f"order_{order}", **(arrays | changes))


def evaluate(*paths: Path) -> Any:
    return evaluate_specialization.run({"histories": list(paths)}, root_seed=0)


A, B = np.sqrt(AMPLITUDES)
SPECIAL = [[A, 0.0], [0.0, B], [1e-4, 1e-4]]
# the same second moment, by two neurons that mix both directions
MIXED = [[A * np.sqrt(0.5), B * np.sqrt(0.5)], [A * np.sqrt(0.5), -B * np.sqrt(0.5)], [0.0, 1e-4]]


def test_shares_and_recovery_of_known_students(write: Write) -> None:
    outputs = evaluate(written(write, 2, [MIXED] * 3), written(write, 4, [SPECIAL] * 3))
    metrics = outputs["metrics"]["emergence_specialization"]
    assert metrics["specialized_share_order_2"]["value"] == 0.0
    assert metrics["specialized_share_order_4"]["value"] == 1.0
    for order in (2, 4):
        assert metrics[f"least_recovery_order_{order}"]["value"] == pytest.approx(1.0, abs=1e-4)
        assert metrics[f"least_recovery_order_{order}"]["n"] == 3
    # the third neuron never grew
    assert len(outputs["table"]) == 2 * 3 * 2
    best = outputs["table"].groupby("order")["best_square"].max()
    assert best[2] == pytest.approx(2 / 3)
    assert best[4] == pytest.approx(1.0)


def test_the_run_is_the_unit(write: Write) -> None:
    half = [[A, 0.0], [0.5 * B, B], [1e-4, 0.0]]
    metrics = evaluate(written(write, 4, [SPECIAL, half, SPECIAL]))["metrics"]
    share = metrics["emergence_specialization"]["specialized_share_order_4"]
    assert share["value"] == pytest.approx((1.0 + 0.5 + 1.0) / 3)
    assert share["high"] == 1.0


def test_a_direction_that_is_not_learned_shows(write: Write) -> None:
    lost = [[A, 0.0], [0.1, 0.0], [0.1, 0.0]]
    metrics = evaluate(written(write, 4, [lost]))["metrics"]["emergence_specialization"]
    assert metrics["least_recovery_order_4"]["value"] == pytest.approx(0.0, abs=1e-12)


def test_unusable_ends_are_refused(write: Write) -> None:
    with pytest.raises(ValueError, match="no active neuron"):
        evaluate(written(write, 4, [[[1e-4, 0.0]]]))
    strengths = np.array([[np.nan, 0.1, 0.1]])
    with pytest.raises(ArtifactError, match="'strengths' holds values that are not finite"):
        evaluate(written(write, 4, [SPECIAL], strengths=strengths))
