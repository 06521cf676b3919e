from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.data_model.dataset import read_dataset
from compsparse.studies.factorial.data_model.reference_losses import constant_loss, uniform_loss
from compsparse.studies.factorial.generalization import evaluate_generalization_connectivity

Write = Callable[..., Path]
BETAS = [0.0, 0.5, 0.8, 1.0]
# of the unseen inputs every pair differs in two factors
SEEN = np.tile([0, 1, 1, 0, 1, 0, 0, 1], (12, 1))
UNSEEN = np.array([0, 3, 5, 6])


def result(histories: list[Path], datasets: list[Path], betas: list[float]) -> tuple[Any, Any]:
    outputs: Any = evaluate_generalization_connectivity.run(
        {"histories": histories, "datasets": datasets}, root_seed=0, connectivities=betas
    )
    return outputs["table"], outputs["metrics"]["factorial_generalization_connectivity"]


def history(write: Write, losses: list[float], **changes: np.ndarray) -> Path:
    """Write a history of three runs per loss, each a dataset of its own."""
    count = 3 * len(losses)
    arrays = {
        "train_loss": np.repeat(np.repeat(losses, 3)[:, None] / 2, 9, axis=1),
        "input_sizes": np.array([2, 2, 2]),
        "output_sizes": np.array([3, 2]),
        "replicate": np.tile([0, 1, 2], len(losses)),
        "dataset": np.repeat(np.arange(len(losses)), 3),
        "seen": SEEN[:count],
    }
    return write(np.repeat(losses, 3), **(arrays | changes))


@pytest.fixture
def datasets(write_dataset: Write) -> list[Path]:
    return [write_dataset(f"beta_{i}", connectivity=beta) for i, beta in enumerate(BETAS)]


def test_planted_losses(write_history: Write, datasets: list[Path]) -> None:
    losses = [1e-3, 1e-8, 1e-3, 5.0]
    table, metrics = result([history(write_history, losses)], datasets, BETAS)
    assert metrics["order_agreement"]["value"] == 1
    assert metrics["log_loss_per_connectivity"]["value"] == pytest.approx(
        slope([1e-8, 1e-3], datasets)
    )
    assert metrics["log10_loss_at_zero"]["value"] == pytest.approx(-3)
    assert metrics["log_unseen_over_seen_at_zero"]["value"] == pytest.approx(np.log(2))
    dense = read_dataset(datasets[3])
    uniform = np.mean([uniform_loss(dense, run, UNSEEN) for run in range(3)])
    assert metrics["excess_over_uniform_at_one"]["value"] == pytest.approx(5 - uniform)
    assert list(table) == ["connectivity", "run", "step", "loss", "train_loss", "constant_loss"]
    assert len(table) == 4 * 3 * 9
    assert table.groupby("connectivity")["loss"].first().tolist() == pytest.approx(losses, rel=1e-6)


def slope(losses: list[float], datasets: list[Path]) -> float:
    """Return the mean over runs of the slope between the two connectivities in the middle."""
    relative = [
        [np.log(loss / constant_loss(read_dataset(path), run, UNSEEN)) for run in range(3)]
        for loss, path in zip(losses, datasets[1:3], strict=True)
    ]
    return float(np.mean(np.subtract(relative[1], relative[0])) / 0.3)


def test_the_extremes_have_no_part_in_the_order(write_history: Write, datasets: list[Path]) -> None:
    _, metrics = result([history(write_history, [9.0, 1e-3, 1e-8, 0.01])], datasets, BETAS)
    assert metrics["order_agreement"]["value"] == 0
    expected = slope([1e-3, 1e-8], datasets)
    assert metrics["log_loss_per_connectivity"]["value"] == pytest.approx(expected)


def test_networks_no_better_than_a_constant_are_tied(
    write_history: Write, datasets: list[Path]
) -> None:
    _, metrics = result([history(write_history, [9.0, 50.0, 400.0, 9.0])], datasets, BETAS)
    assert metrics["order_agreement"]["value"] == 0.5
    assert metrics["log_loss_per_connectivity"]["value"] == 0


def test_several_jobs_give_what_one_gives(write_history: Write, datasets: list[Path]) -> None:
    losses = [1e-3, 0.1, 0.4, 5.0]
    together = result([history(write_history, losses)], datasets, BETAS)
    apart = [history(write_history, losses[:3]), history(write_history, losses[3:])]
    separate = result(apart, datasets, BETAS)
    assert together[1] == separate[1]
    assert together[0].equals(separate[0])


def test_without_extremes_there_are_no_metrics_of_them(
    write_history: Write, datasets: list[Path]
) -> None:
    _, metrics = result([history(write_history, [0.1, 0.4])], datasets[1:3], BETAS[1:3])
    assert set(metrics) == {"order_agreement", "log_loss_per_connectivity"}


def test_missing_replicate(write_history: Write, datasets: list[Path]) -> None:
    path = history(write_history, [1.0, 1.0], dataset=np.array([0, 0, 0, 1, 1, 0]))
    with pytest.raises(ValueError, match="exactly once"):
        result([path], datasets[1:3], BETAS[1:3])


@pytest.mark.parametrize("entry", ["seen", "train_loss"])
def test_history_of_another_setting(write_history: Write, datasets: list[Path], entry: str) -> None:
    path = write_history(
        np.ones(3),
        input_sizes=np.array([2, 2, 2]),
        **({"seen": SEEN[:3]} if entry == "train_loss" else {"train_loss": np.ones((3, 9))}),
    )
    with pytest.raises(ValueError, match=f"no entry '{entry}'"):
        result([path], datasets[:1], BETAS[:1])
