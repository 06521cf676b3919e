from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.compression import evaluate_transform

WriteHistory = Callable[..., Path]


@pytest.fixture
def given(write_history: WriteHistory) -> Path:
    """The control: without a layer ten times the loss on seen inputs, here in two runs."""
    return write_history(
        np.full(4, 5.0),  # on unseen inputs, which are not compared
        variant=np.array([0, 0, 1, 1]),
        dataset=np.zeros(4, dtype=np.int64),
        replicate=np.array([0, 1, 0, 1]),
        embedding_dimension=np.full(4, 12),
        train_loss=np.repeat([[0.3], [0.3], [0.03], [0.03]], 9, axis=1),
    )


def evaluate(path: Path, given: Path, layers: tuple[int, ...] = (0, 1, 0, 1)) -> Any:
    return evaluate_transform.run(
        {"history": path, "given_history": given},
        root_seed=0,
        layers=list(layers),
        given_layers=[0, 1],
    )


def planted(write_history: WriteHistory, runs: int = 3, **changes: Any) -> Path:
    """Variants: d = 2 and 12, each without and with a layer; AC is 8."""
    losses = np.repeat([0.4, 0.5, 1e-4, 3e-4], runs)
    arrays = {
        "variant": np.repeat([0, 1, 2, 3], runs),
        "dataset": np.zeros(4 * runs, dtype=np.int64),
        "replicate": np.tile(np.arange(runs), 4),
        "embedding_dimension": np.repeat([2, 2, 12, 12], runs),
        "approximation_complexity": np.full(4 * runs, 8),
    }
    return write_history(losses, **(arrays | changes))


def test_table_and_metrics(write_history: WriteHistory, given: Path) -> None:
    outputs = evaluate(planted(write_history), given)
    table, metrics = outputs["table"], outputs["metrics"]["factorial_transform"]
    assert set(table["layers"]) == {0, 1}
    assert metrics["given_gap"]["value"] == pytest.approx(-np.log(10))
    assert metrics["given_gap"]["n"] == 2
    table = table[table["embedding"] == "learned"]
    last = table[table["step"] == 100].groupby(["embedding_dimension", "layers"])["loss"].mean()
    assert last.tolist() == pytest.approx([0.4, 0.5, 1e-4, 3e-4])
    narrow, wide = np.log(0.5 / 0.4), np.log(3)
    assert metrics["narrow_gap"]["value"] == pytest.approx(narrow)
    assert metrics["dynamics_gap"]["value"] == pytest.approx((narrow + wide) / 2)
    assert metrics["worst_log10_loss_at_or_above_ac"]["value"] == pytest.approx(np.log10(3e-4))
    assert metrics["narrow_gap"]["n"] == 3


def test_the_narrow_gap_is_taken_at_the_end(write_history: WriteHistory, given: Path) -> None:
    curves = np.full((4, 9), 0.5)
    curves[1, :-1] = 0.9
    metrics = evaluate(planted_curves(write_history, curves), given)["metrics"][
        "factorial_transform"
    ]
    assert metrics["narrow_gap"]["value"] == pytest.approx(0, abs=1e-12)
    assert metrics["dynamics_gap"]["value"] > 0.2


def planted_curves(write_history: WriteHistory, curves: np.ndarray) -> Path:
    return write_history(
        curves,
        variant=np.arange(4),
        dataset=np.zeros(4, dtype=np.int64),
        replicate=np.zeros(4, dtype=np.int64),
        embedding_dimension=np.array([2, 2, 12, 12]),
        approximation_complexity=np.full(4, 8),
    )
