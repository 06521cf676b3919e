from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from compsparse.studies.factorial.histories.history import log_loss, read_history
from workflow_engine.artifacts.errors import ArtifactError

Write = Callable[..., Path]


def test_history_is_read_back(write_history: Write) -> None:
    history = read_history(write_history([0.5, 0.25], embedding_dimension=[3, 7]))
    assert history.inputs.label == "2^2"
    assert history.outputs.label == "8^2"
    assert history.loss[:, -1].tolist() == [0.5, 0.25]
    assert history.embedding_dimension.tolist() == [3, 7]
    assert history.train_loss is None


def test_train_loss_is_read_where_there_is_one(write_history: Write) -> None:
    history = read_history(write_history([0.5], train_loss=np.full((1, 9), 0.1)))
    assert history.train_loss is not None
    assert history.train_loss[0, 0] == 0.1


@pytest.mark.parametrize("loss", [0.0, -1e-17, 1e-20])
def test_losses_below_rounding_have_a_finite_logarithm(loss: float) -> None:
    assert log_loss(np.array([loss]))[0] == np.log(1e-16)
    assert log_loss(np.array([0.5]))[0] == np.log(0.5)


@pytest.mark.parametrize(
    "name",
    ["input_sizes", "step", "loss", "flops", "replicate", "statistical_complexity", "parents"],
)
def test_missing_entries(write_history: Write, name: str) -> None:
    with pytest.raises(ArtifactError, match=f"array '{name}' is missing"):
        read_history(write_history([0.5], remove=(name,)))


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        ({"step": np.arange(1, 10)}, "increase from 0"),
        ({"step": np.zeros(9, dtype=np.int64)}, "increase from 0"),
        ({"step": np.arange(8)}, "loss has 9 entries along logged; step has 8"),
        ({"step": np.zeros(0, dtype=np.int64)}, "step"),
        ({"loss": np.zeros((2, 9), dtype=np.float32)}, "float32"),
        ({"flops": np.zeros(9)}, "flops"),
        ({"train_loss": np.zeros((1, 9))}, "train_loss"),
        ({"replicate": np.array([0.0, 1.0])}, "replicate"),
        ({"parents": np.array([1])}, "parents"),
        ({"seen": np.ones((2, 3), dtype=np.int64)}, "seen"),
        ({"final_divergence": np.ones((1, 4))}, "final_divergence"),
        ({"held_out_loss": np.zeros((1, 9))}, "held_out_loss"),
        ({"input_sizes": np.array([2, 0])}, "integer >= 1"),
    ],
)
def test_damaged_entries(write_history: Write, arrays: dict[str, np.ndarray], words: str) -> None:
    with pytest.raises(ArtifactError, match=words):
        read_history(write_history([0.5, 0.5], **arrays))


def test_diverged_runs_are_named(write_history: Write) -> None:
    with pytest.raises(ArtifactError, match=r"runs \[1\].*diverged.*learning_rate"):
        read_history(write_history([0.5, np.nan, 0.5]))


def test_values_of_every_input_are_read_where_there_are_some(write_history: Write) -> None:
    assert read_history(write_history([0.5])).seen is None
    seen = np.array([[1, 0, 1, 1]])
    history = read_history(write_history([0.5], seen=seen, final_divergence=seen * 0.5))
    assert history.seen is not None
    np.testing.assert_array_equal(history.seen, seen)
    np.testing.assert_array_equal(history.final_divergence, seen * 0.5)
