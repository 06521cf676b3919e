from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_model.graph import FactorGraph
from compsparse.studies.factorial.generalization import evaluate_parent_map

Write = Callable[..., Path]
DIMENSIONS = (8, 16)


def result(
    write_history: Write, write_dataset: Write, law: Any, initial: float = 4.0, **changes: Any
) -> Any:
    """Evaluate losses that follow ``law(parents, dimension)``, for 1 to 3 parents."""
    cells = [(p, d) for d in DIMENSIONS for p in (1, 2, 3)]
    parents, dimensions = np.repeat(cells, 3, axis=0).T
    arrays = {
        "input_sizes": np.array([2, 2, 2]),
        "output_sizes": np.array([4]),
        "parents": parents,
        "dataset": parents - 1,
        "embedding_dimension": dimensions,
        "replicate": np.tile([0, 1, 2], len(cells)),
    }
    losses = np.array([law(p, d) for p, d in zip(parents, dimensions, strict=True)])
    losses = np.repeat(losses[:, None], 9, axis=1)
    losses[:, 0] *= initial
    history = write_history(losses, **(arrays | changes))
    datasets = [write_dataset(f"p{p}", parents=p, output_factors=[4]) for p in (1, 2, 3)]
    return evaluate_parent_map.run({"history": history, "datasets": datasets}, root_seed=0)


def test_planted_powers(write_history: Write, write_dataset: Write) -> None:
    outputs = result(write_history, write_dataset, lambda p, d: (2 * p) ** 1.5 * d**-0.5)
    metrics = outputs["metrics"]["factorial_parent_map"]
    assert metrics["log_loss_per_log_rank"]["value"] == pytest.approx(1.5)
    assert metrics["log_loss_per_log_dimension"]["value"] == pytest.approx(-0.5)
    assert metrics["rank_over_dimension"]["value"] == pytest.approx(1.0)
    table = outputs["table"]
    assert list(table) == ["rank", "parents", "embedding_dimension", "run", "loss", "initial_loss"]
    assert (table["rank"] == 2 * table["parents"]).all()
    assert len(table) == 18


def test_no_dimension_is_compared_where_nothing_is_learned(
    write_history: Write, write_dataset: Write
) -> None:
    outputs = result(write_history, write_dataset, lambda p, d: 1.0, initial=1.5)
    metrics = outputs["metrics"]["factorial_parent_map"]
    assert metrics["log_loss_over_initial"]["value"] == pytest.approx(-np.log(1.5))
    assert "log_loss_per_log_dimension" not in metrics


def test_rank_counts_shared_parents_once() -> None:
    graph = FactorGraph(Factorization((2, 3, 5)), Factorization((2, 2)), ((0, 1), (1,)))
    assert evaluate_parent_map.parent_map_rank(graph) == 5


def test_too_narrow_for_free_embeddings(write_history: Write, write_dataset: Write) -> None:
    with pytest.raises(ValueError, match="embedding dimension is 5; the vectors of all 6"):
        result(write_history, write_dataset, lambda p, d: 1.0, embedding_dimension=np.full(18, 5))


def test_missing_cell(write_history: Write, write_dataset: Write) -> None:
    with pytest.raises(ValueError, match="exactly once"):
        result(write_history, write_dataset, lambda p, d: 1.0, replicate=np.zeros(18, dtype=int))
