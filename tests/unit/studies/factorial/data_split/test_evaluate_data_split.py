from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from compsparse.studies.factorial.data_split import evaluate_data_split

WriteSplits = Callable[..., list[Path]]


def evaluated_metrics(paths: list[Path], ratio: float = 2.0) -> dict[str, dict[str, float]]:
    outputs: Any = evaluate_data_split.run(
        {"histories": paths}, root_seed=0, sufficient_ratio=ratio
    )
    return outputs["metrics"]["factorial_data_split"]


def sparse_needs_less(parents: int, share: float, run: int) -> float:
    """Return a loss that is at its last value from the share parents / 4 x 3 / 4 on."""
    return parents * (0.01 if share >= 3 * parents / 16 else 1 / share)


def test_planted_order_slope_and_need(write_splits: WriteSplits) -> None:
    metrics = evaluated_metrics(write_splits(sparse_needs_less))
    assert metrics["parents_order_agreement"]["value"] == 1
    # enough from 0.25 on for one parent, from 0.75 on for four
    assert metrics["sufficient_fraction_contrast"]["value"] == pytest.approx(1.0986, abs=1e-4)
    assert metrics["log_loss_per_log_fraction"]["value"] < -1
    assert {metric["n"] for metric in metrics.values()} == {3}


def test_reversed_order_and_no_dependence(write_splits: WriteSplits) -> None:
    metrics = evaluated_metrics(write_splits(lambda parents, share, run: 1 / parents))
    assert metrics["parents_order_agreement"]["value"] == 0
    assert metrics["sufficient_fraction_contrast"]["value"] == 0
    assert metrics["log_loss_per_log_fraction"]["value"] == pytest.approx(0, abs=1e-12)


def test_slope_is_that_of_a_power_law(write_splits: WriteSplits) -> None:
    metrics = evaluated_metrics(write_splits(lambda parents, share, run: share**-parents))
    assert metrics["log_loss_per_log_fraction"]["value"] == pytest.approx(-(1 + 2 + 4) / 3)


@pytest.mark.parametrize(
    ("losses", "expected"),
    [
        ([8.0, 4.0, 1.9, 1.0], 0.5),
        ([8.0, 1.0, 4.0, 1.0], 0.75),  # a share is enough only if all larger ones are
        ([1.0, 1.0, 1.0, 1.0], 0.125),
        ([0.1, 0.2, 0.3, 1.0], 0.125),
        ([8.0, 4.0, 2.1, 1.0], 0.75),
    ],
)
def test_sufficient_fraction(losses: list[float], expected: float) -> None:
    shares = [0.125, 0.25, 0.5, 0.75]
    rows = pd.DataFrame({"seen_fraction": shares, "held_out_loss": losses})
    shuffled = rows.sample(frac=1, random_state=1)
    assert evaluate_data_split.sufficient_fraction(shuffled, 2.0) == expected


def test_one_number_of_parents_has_no_contrast(write_splits: WriteSplits) -> None:
    metrics = evaluated_metrics(write_splits(sparse_needs_less, parents=(2,)))
    assert set(metrics) == {"log_loss_per_log_fraction"}
