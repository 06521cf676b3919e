"""Planted exponents are found; what is not reached is counted."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.sample_complexity import evaluate_adaptive_rate
from compsparse.studies.emergence.sample_complexity.targets import remaining_loss
from tests.unit.studies.emergence.sample_complexity.conftest import RUNS, Write
from workflow_engine.artifacts.arrays import read_arrays

RANKS = (1, 2, 4, 8)


def evaluated(paths: list[Path]) -> tuple[Any, dict[str, dict[str, float]]]:
    outputs: Any = evaluate_adaptive_rate.run({"histories": paths}, root_seed=0)
    return outputs["table"], outputs["metrics"]["emergence_adaptive_rate"]


@pytest.mark.parametrize(("exponent", "name"), [(1.0, "beta_1"), (0.75, "beta_0_75")])
def test_planted_exponents(write: Write, exponent: float, name: str) -> None:
    # at a step suited to p_bar, all times grow with p_bar^beta
    paths = [write(rank, exponent=exponent, direction_power=exponent) for rank in RANKS]
    table, metrics = evaluated(paths)
    assert len(table) == 4 * RUNS * 8
    assert metrics[f"direction_exponent_{name}"]["value"] == pytest.approx(2 * exponent)
    assert metrics[f"samples_exponent_{name}"]["value"] == pytest.approx(2 * exponent)
    assert metrics[f"learned_share_{name}"]["value"] == 1
    suited = (1 - 2 * exponent) / (2 * exponent)
    assert metrics[f"loss_exponent_{name}"]["value"] == pytest.approx(suited, abs=1e-6)
    # the largest step is the best one everywhere: its own exponent is that of a constant step
    assert metrics[f"envelope_exponent_{name}"]["value"] == pytest.approx(2 * suited, abs=1e-6)


def test_the_envelope_is_that_of_suited_steps_where_larger_ones_fail(write: Write) -> None:
    paths = []
    for rank in RANKS:
        loss = read_arrays(write(rank))["loss"]
        # whatever lies below the level of the step's own direction is out of reach
        level = remaining_loss(1.0, np.array([rank]))[0]
        paths.append(write(rank, loss=np.where(loss > 0.97 * level, loss, 0.97 * level)))
    _, metrics = evaluated(paths)
    assert metrics["envelope_exponent_beta_1"]["value"] == pytest.approx(-0.5, abs=1e-6)


def test_a_stronger_direction_that_comes_late_counts(write: Write) -> None:
    paths = []
    for rank in RANKS:
        aligned = np.tile(rank * np.arange(1.0, 9), (RUNS, 1))
        aligned[:, 0] = 1000.0
        paths.append(write(rank, aligned=aligned))
    _, metrics = evaluated(paths)
    assert metrics["samples_exponent_beta_1"]["value"] == pytest.approx(0)


def test_a_run_that_never_learns_is_counted_and_has_no_exponent(write: Write) -> None:
    aligned = np.tile(8 * np.arange(1.0, 9), (RUNS, 1))
    aligned[0, 7] = np.nan
    _, metrics = evaluated([*(write(rank) for rank in RANKS[:-1]), write(8, aligned=aligned)])
    assert metrics["learned_share_beta_1"]["value"] == pytest.approx((0.75 + 2) / 3)
    assert metrics["samples_exponent_beta_1"]["n"] == RUNS - 1


def test_without_any_run_there_is_no_exponent(write: Write) -> None:
    aligned = np.full((RUNS, 8), np.nan)
    _, metrics = evaluated([write(rank, aligned=aligned) for rank in RANKS])
    assert "samples_exponent_beta_1" not in metrics
    assert metrics["learned_share_beta_1"]["value"] == 0


def test_step_sizes_with_other_runs_are_refused(write: Write) -> None:
    fewer = {"loss": np.ones((1, 2)), "step": np.array([1, 2])}
    fewer |= {"aligned": np.ones((1, 8)), "failed": np.array([-1])}
    with pytest.raises(ValueError, match="exactly once in every replicate"):
        evaluated([write(1), write(2, **fewer)])
