from pathlib import Path
from typing import Any

import numpy as np

from compsparse.studies.factorial.data_model import generate_dataset
from compsparse.studies.factorial.data_properties import evaluate_graph


def write(folder: Path, name: str, runs: int, **changes: Any) -> Path:
    params = {
        "root_seed": 0,
        "seed_names": ["test", name],
        "input_factors": [2] * 12,
        "output_factors": [8] * 4,
        "parents": 2,
        "concentration": 0.1,
        "runs": runs,
    } | changes
    arrays: Any = generate_dataset.run({}, **params)["dataset"]
    path = folder / f"{name}.npz"
    np.savez(path, **arrays)
    return path


def test_default_graphs(tmp_path: Path) -> None:
    paths = [write(tmp_path, "one", 2), write(tmp_path, "two", 3)]
    outputs: Any = evaluate_graph.run({"datasets": paths}, root_seed=0)
    table, metrics = outputs["table"], outputs["metrics"]["factorial_graph"]
    assert list(table) == ["graph", "input_factor", "input_size", "output_factor", "output_size"]
    assert table.groupby(["graph", "output_factor"]).size().tolist() == [2] * 20
    assert sorted(table["graph"].unique()) == [0, 1, 2, 3, 4]
    assert set(table["input_size"]) == {2}
    assert set(table["output_size"]) == {8}
    assert metrics["wrong_parent_counts"] == {"value": 0.0, "low": 0.0, "high": 0.0, "n": 5}
    assert metrics["approximation_complexity"]["value"] == 16
    assert metrics["statistical_complexity"] == {
        "value": 128.0,
        "low": 128.0,
        "high": 128.0,
        "n": 5,
    }


def test_edges_are_those_of_the_adjacency(tmp_path: Path) -> None:
    path = write(tmp_path, "mixed", 2, input_factors=[2, 3, 5], output_factors=[4, 7])
    outputs: Any = evaluate_graph.run({"datasets": [path]}, root_seed=0)
    table = outputs["table"]
    adjacency = np.zeros((2, 2, 3), dtype=np.bool_)
    adjacency[table["graph"], table["output_factor"], table["input_factor"]] = True
    np.testing.assert_array_equal(adjacency, np.load(path)["adjacency"])
    assert (table["input_size"] == np.array([2, 3, 5])[table["input_factor"]]).all()
    assert (table["output_size"] == np.array([4, 7])[table["output_factor"]]).all()


def test_a_wrong_number_of_parents_is_counted(tmp_path: Path) -> None:
    path = write(tmp_path, "wrong", 2)
    arrays = dict(np.load(path))
    arrays["parents"][1] = 3
    np.savez(path, **arrays)
    outputs: Any = evaluate_graph.run({"datasets": [path]}, root_seed=0)
    assert outputs["metrics"]["factorial_graph"]["wrong_parent_counts"]["value"] == 4


def test_complexities_that_differ_show_as_an_interval(tmp_path: Path) -> None:
    paths = [write(tmp_path, "two", 1), write(tmp_path, "three", 1, parents=3)]
    outputs: Any = evaluate_graph.run({"datasets": paths}, root_seed=0)
    complexity = outputs["metrics"]["factorial_graph"]["statistical_complexity"]
    assert (complexity["low"], complexity["value"], complexity["high"]) == (128, 192, 256)


def test_independent_edges_have_no_asked_number(tmp_path: Path) -> None:
    path = write(tmp_path, "edges", 2, parents=None, connectivity=0.3)
    outputs: Any = evaluate_graph.run({"datasets": [path]}, root_seed=0)
    assert outputs["metrics"]["factorial_graph"]["wrong_parent_counts"]["value"] == 0
