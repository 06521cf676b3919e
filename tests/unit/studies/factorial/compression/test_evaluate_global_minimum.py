from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.compression import evaluate_global_minimum
from compsparse.studies.factorial.compression.narrow_minimum import NarrowLoss
from compsparse.studies.factorial.data_model import generate_dataset
from compsparse.studies.factorial.data_model.dataset import read_dataset
from compsparse.studies.factorial.histories.history import SMALLEST_LOSS

WriteHistory = Callable[..., Path]
PARAMS = {
    "root_seed": 2,
    "embedding_dimensions": [2, 4],
    "restarts": 2,
    "iterations": 20,
    "refinement_iterations": 10,
}


def write(folder: Path, parents: int | None, **changes: Any) -> Path:
    params = {
        "root_seed": 1,
        "seed_names": ["test"],
        "input_factors": [2] * 4,
        "output_factors": [4, 4],
        "parents": parents,
        "concentration": 0.1,
        "runs": 2,
    } | changes
    arrays: Any = generate_dataset.run({}, **params)["dataset"]
    path = folder / f"parents_{parents}.npz"
    np.savez(path, **arrays)
    return path


def history(write_history: WriteHistory, dimension: int, loss: float) -> Path:
    """One and two parents, two replicates each."""
    return write_history(
        np.full(4, loss),
        variant=np.zeros(4, dtype=np.int64),
        dataset=np.repeat([0, 1], 2),
        replicate=np.tile([0, 1], 2),
        parents=np.repeat([1, 2], 2),
        embedding_dimension=np.full(4, dimension),
    )


def test_table_and_metrics(tmp_path: Path, write_history: WriteHistory) -> None:
    datasets = [write(tmp_path, 1), write(tmp_path, 2)]
    histories = [history(write_history, 2, 3.0), history(write_history, 4, 2.0)]
    outputs: Any = evaluate_global_minimum.run(
        {"datasets": datasets, "histories": histories}, **PARAMS
    )
    table, metrics = outputs["table"], outputs["metrics"]["factorial_global_minimum"]
    # one parent: AC 4, SC 16; two parents: AC 8, SC 32
    cells = table[["statistical_complexity", "embedding_dimension"]].value_counts()
    assert dict(cells) == {(16, 2): 2, (16, 4): 2, (32, 2): 2, (32, 4): 2}
    assert (table["trained_loss"] == 5 - table["embedding_dimension"].map({2: 2, 4: 3})).all()
    assert (table["loss"] <= table["best_start_loss"]).all()
    assert (table["best_start_loss"] <= table["worst_start_loss"]).all()
    assert abs(metrics["minimum_at_ac"]["value"]) < 1e-12
    assert metrics["minimum_at_ac"]["n"] == 2
    narrow = table[table["embedding_dimension"] < table["approximation_complexity"]]
    # two output factors with the same parents have a rank of 4: the minimum is rounding
    found = np.maximum(narrow["loss"], SMALLEST_LOSS)
    ratio = np.log(narrow["trained_loss"] / found).groupby(narrow["run"]).min()
    assert metrics["least_trained_excess"]["value"] == pytest.approx(ratio.mean())
    assert 0 <= metrics["order_agreement_below_ac"]["value"] <= 1


def test_starts_are_kept_and_the_best_is_refined(tmp_path: Path) -> None:
    dataset = read_dataset(write(tmp_path, 2))
    few, more, refined = (
        evaluate_global_minimum.Search(restarts, 20, refinement, root_seed=0).run(dataset, 0, 2)
        for restarts, refinement in ((2, 0), (3, 0), (3, 100))
    )
    assert more[1][:2] == few[1] and len(more[1]) == 3
    assert refined[1] == more[1]
    assert more[0] == min(more[1]) > refined[0]


def test_inputs_with_equal_parents_count_by_their_number(tmp_path: Path) -> None:
    """At d = AC the loss is 0 whatever the weights; below, they are those of the inputs."""
    dataset = read_dataset(write(tmp_path, 2))
    groups, probabilities = dataset.distinct(0)
    loss = NarrowLoss(dataset.probabilities(0), np.full(len(groups), 1 / len(groups)), 2)
    grouped = NarrowLoss(probabilities, np.bincount(groups) / len(groups), 2)
    random = np.random.default_rng(0)
    output, vectors = (
        random.standard_normal((16, 2)),
        random.standard_normal((len(probabilities), 2)),
    )
    every = np.concatenate([output.ravel(), vectors[groups].ravel()])
    few = np.concatenate([output.ravel(), vectors.ravel()])
    assert loss(every)[0] == pytest.approx(grouped(few)[0], rel=1e-12)


def test_a_dimension_that_was_not_trained_is_named(
    tmp_path: Path, write_history: WriteHistory
) -> None:
    inputs: Any = {
        "datasets": [write(tmp_path, 1), write(tmp_path, 2)],
        "histories": [history(write_history, 2, 3.0)],
    }
    with pytest.raises(ValueError, match=r"No history has the trained network of \{'parents': 1"):
        evaluate_global_minimum.run(inputs, **PARAMS)


def test_unusable_graphs_and_dimensions_are_refused(
    tmp_path: Path, write_history: WriteHistory
) -> None:
    histories = [history(write_history, 2, 3.0)]
    inputs: Any = {"datasets": [write(tmp_path, 1)], "histories": histories}
    with pytest.raises(ValueError, match="none is at most"):
        evaluate_global_minimum.run(inputs, **PARAMS | {"embedding_dimensions": [9]})
