"""One step beside suited ones, and directions that too large a step loses."""

from pathlib import Path

import numpy as np
import pytest

from compsparse.studies.emergence.sample_complexity import evaluate_constant_step
from tests.unit.studies.emergence.sample_complexity.conftest import RUNS, Write


def evaluated(paths: list[Path]) -> dict[str, dict[str, float]]:
    made = evaluate_constant_step.run({"histories": paths}, root_seed=0)["metrics"]
    assert isinstance(made, dict)
    metrics: dict[str, dict[str, float]] = made["emergence_constant_step"]
    return metrics


def learned(directions: int) -> np.ndarray:
    return np.tile(np.where(np.arange(8) < directions, 5.0, np.nan), (RUNS, 1))


@pytest.mark.parametrize(("exponent", "name"), [(1.0, "beta_1"), (0.75, "beta_0_75")])
def test_planted_exponents(write: Write, exponent: float, name: str) -> None:
    metrics = evaluated([write(rank, exponent=exponent) for rank in (1, 2, 4, 8)])
    constant = (1 - 2 * exponent) / exponent
    assert metrics[f"loss_exponent_{name}"]["value"] == pytest.approx(constant, abs=1e-6)
    assert metrics[f"exponent_gap_{name}"]["value"] == pytest.approx(-constant / 2, abs=1e-6)


def test_the_share_that_a_large_step_learns(write: Write) -> None:
    paths = [write(rank) for rank in (1, 2, 4, 8)]
    metrics = evaluated([*paths, write(1, excess=2.0), write(1, excess=4.0, aligned=learned(5))])
    assert metrics["fall_with_rank_beta_1"]["value"] == pytest.approx(1 - 1 / 4)
    assert metrics["weak_share_lost_beta_1"]["value"] == pytest.approx(1 - 1 / 4)


def test_nothing_is_lost_where_everything_is_learned(write: Write) -> None:
    metrics = evaluated([write(1), write(8), write(1, excess=4.0)])
    assert metrics["fall_with_rank_beta_1"]["value"] == 0
    assert metrics["weak_share_lost_beta_1"]["value"] == 0


def test_a_loss_that_is_not_reached_gives_no_exponent(write: Write) -> None:
    short = {"step": np.array([1, 2]), "loss": np.full((RUNS, 2), 1.0)}
    metrics = evaluated([write(1), write(8, **short)])
    assert set(metrics) == {"fall_with_rank_beta_1", "weak_share_lost_beta_1"}
