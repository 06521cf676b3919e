from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.approximation import evaluate_compatible_construction
from compsparse.studies.factorial.approximation.compatible_construction import construct
from compsparse.studies.factorial.data_model import generate_dataset


def write(folder: Path, name: str, parents: int) -> Path:
    params = {
        "root_seed": 1,
        "seed_names": ["test", name],
        "input_factors": [2] * 5,
        "output_factors": [8, 4],
        "parents": parents,
        "concentration": 0.1,
        "runs": 2,
    }
    arrays: Any = generate_dataset.run({}, **params)["dataset"]
    path = folder / f"{name}.npz"
    np.savez(path, **arrays)
    return path


def run(paths: list[Path]) -> Any:
    return evaluate_compatible_construction.run({"datasets": paths}, root_seed=5)


def test_table_and_metrics(tmp_path: Path) -> None:
    outputs = run([write(tmp_path, "two", 2), write(tmp_path, "three", 3)])
    table = outputs["table"]
    metrics = outputs["metrics"]["factorial_compatible_construction"]
    assert table["graph"].tolist() == [0, 1, 2, 3]
    assert table["hidden_width"].tolist() == [8, 8, 16, 16]
    # 10 x 10 + (10 + 1 + 32) x width
    assert table["parameters"].tolist() == [444, 444, 788, 788]
    assert table["learned_embedding_parameters"].tolist() == [8 * 64] * 2 + [12 * 64] * 2
    assert metrics["width_mismatches"]["value"] == metrics["parameter_mismatches"]["value"] == 0
    assert metrics["parameters_over_probabilities"]["value"] == 788 / 1024
    assert 0 < metrics["error_over_rounding_bound"]["value"] <= 1


def test_a_wrong_construction_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(graph: Any, tables: Any, vectors: Any) -> Any:
        return construct(graph, [table[::-1].copy() for table in tables], vectors)

    monkeypatch.setattr(
        evaluate_compatible_construction.compatible_construction, "construct", wrong
    )
    metrics = run([write(tmp_path, "two", 2)])["metrics"]["factorial_compatible_construction"]
    assert metrics["error_over_rounding_bound"]["value"] > 1e3
    assert metrics["width_mismatches"]["value"] == 0
