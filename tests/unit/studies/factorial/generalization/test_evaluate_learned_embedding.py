from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.data_model.dataset import read_dataset
from compsparse.studies.factorial.data_model.reference_losses import constant_loss
from compsparse.studies.factorial.generalization import evaluate_learned_embedding

Write = Callable[..., Path]
SEEN = np.tile([1, 1, 1, 1, 1, 1, 0, 0], (3, 1))


def history(write: Write, unseen: float, seen: float, split: np.ndarray = SEEN) -> Path:
    falling = np.geomspace(2.0, seen, 9)
    return write(
        np.full(3, unseen),
        train_loss=np.tile(falling, (3, 1)),
        input_sizes=np.array([2, 2, 2]),
        seen=split,
    )


def result(learned: Path, fixed: Path, dataset: Path) -> tuple[Any, Any]:
    outputs: Any = evaluate_learned_embedding.run(
        {"learned": learned, "fixed": fixed, "dataset": dataset}, root_seed=0
    )
    return outputs["table"], outputs["metrics"]["factorial_learned_embedding"]


def test_planted_losses(write_history: Write, write_dataset: Write) -> None:
    dataset = write_dataset("default", parents=2)
    learned, fixed = history(write_history, 4.0, 0.01), history(write_history, 0.02, 0.01)
    table, metrics = result(learned, fixed, dataset)
    constants = np.array(
        [constant_loss(read_dataset(dataset), run, np.array([6, 7])) for run in range(3)]
    )
    excess = metrics["learned_excess_over_constant"]
    assert (excess["value"], excess["n"]) == (pytest.approx(4 - constants.mean()), 3)
    ratio = metrics["fixed_log_loss_over_constant"]["value"]
    assert ratio == pytest.approx(np.log(0.02) - np.log(constants).mean())
    fall = metrics["learned_log_seen_over_untrained"]["value"]
    assert fall == pytest.approx(np.log(0.01 / 2))
    assert " ".join(table) == "embedding run step loss train_loss constant_loss"
    assert len(table) == 2 * 3 * 9
    assert table[table["embedding"] == "fixed"]["loss"].unique().tolist() == [0.02]
