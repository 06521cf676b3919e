from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.data_model.dataset import read_dataset
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_model.reference_losses import (
    constant_loss,
    missing_parent_loss,
)
from compsparse.studies.factorial.generalization import evaluate_generalization_dimension
from compsparse.studies.factorial.generalization.evaluate_generalization_dimension import (
    free_directions,
)

Write = Callable[..., Path]
SEEN = np.tile([1, 1, 1, 1, 1, 0, 0, 0], (3, 1))
UNSEEN = np.array([5, 6, 7])


def result(histories: list[Path], dataset: Path, **changes: object) -> tuple[Any, Any]:
    outputs: Any = evaluate_generalization_dimension.run(
        {"histories": histories, "dataset": dataset},
        **{"root_seed": 0, "window": [0.01, 0.3], **changes},
    )
    return outputs["table"], outputs["metrics"]["factorial_generalization_dimension"]


def histories(write: Write, losses: dict[int, float]) -> list[Path]:
    return [
        write(
            np.full(3, loss),
            input_sizes=np.array([2, 2, 2]),
            output_sizes=np.array([3, 2]),
            embedding_dimension=np.full(3, dimension),
            approximation_complexity=np.full(3, 5),
            seen=SEEN,
        )
        for dimension, loss in losses.items()
    ]


@pytest.fixture
def dataset(write_dataset: Write) -> Path:
    return write_dataset("default", parents=2)


def test_planted_losses(write_history: Write, dataset: Path) -> None:
    table, metrics = result(histories(write_history, {1: 2.0, 2: 0.5, 4: 0.8, 8: 0.1}), dataset)
    # up to (AC) = 5 one of three pairs of dimensions is reversed
    assert metrics["plateau_order_agreement"]["value"] == pytest.approx(2 / 3)
    assert metrics["power_law_exponent"]["value"] == pytest.approx(0, abs=1e-12)
    assert metrics["saturation_contrast"]["value"] == pytest.approx(0, abs=1e-12)
    # 2 is the largest dimension below the three free directions
    read = read_dataset(dataset)
    for name, loss in (("constant", constant_loss), ("missing_parent", missing_parent_loss)):
        references = [np.log(0.5 / loss(read, run, UNSEEN)) for run in range(3)]
        assert metrics[f"log_loss_over_{name}"]["value"] == pytest.approx(np.mean(references))
    assert len(table) == 4 * 3 * 9
    runs = table[table["embedding_dimension"] == 4].groupby("run")["missing_parent_loss"].first()
    assert runs.tolist() == pytest.approx([missing_parent_loss(read, r, UNSEEN) for r in range(3)])


def test_wide_embeddings_say_nothing_of_narrow_ones(write_history: Write, dataset: Path) -> None:
    _, metrics = result(histories(write_history, {3: 1.0, 8: 0.1}), dataset)
    assert not any(name.startswith("log_loss_over") for name in metrics)


@pytest.mark.parametrize(("label", "directions"), [("2^8", 8), ("4^3", 9), ("2*3*5", 7)])
def test_free_directions(label: str, directions: int) -> None:
    assert free_directions(Factorization.parse(label)) == directions


def test_repeated_dimension(write_history: Write, dataset: Path) -> None:
    paths = histories(write_history, {2: 1.0})
    with pytest.raises(ValueError, match="exactly once"):
        result(paths * 2, dataset)


def test_unusable_window(write_history: Write, dataset: Path) -> None:
    with pytest.raises(ValueError, match="holds 0 logged steps"):
        result(histories(write_history, {2: 1.0}), dataset, window=[0.3, 0.1])
