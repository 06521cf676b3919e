from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.approximation import evaluate_exact_factorization
from compsparse.studies.factorial.data_model import generate_dataset
from compsparse.studies.factorial.data_model.exact_factorization import factorize


def write(folder: Path, name: str, **changes: Any) -> Path:
    params = {
        "root_seed": 0,
        "seed_names": ["test", name],
        "input_factors": [2] * 6,
        "output_factors": [8] * 2,
        "parents": 2,
        "concentration": 0.1,
        "runs": 3,
    } | changes
    arrays: Any = generate_dataset.run({}, **params)["dataset"]
    path = folder / f"{name}.npz"
    np.savez(path, **arrays)
    return path


def test_table_and_metrics(tmp_path: Path) -> None:
    paths = [write(tmp_path, "two"), write(tmp_path, "four", parents=4)]
    outputs: Any = evaluate_exact_factorization.run({"datasets": paths}, root_seed=0)
    table = outputs["table"]
    assert list(table) == [
        "input_factors",
        "output_factors",
        "parents",
        "graph",
        "approximation_complexity",
        "statistical_complexity",
        "measured_rank",
        "constructed_width",
        "max_abs_error",
        "max_abs_log_likelihood",
        "rounding_bound",
    ]
    assert table["graph"].tolist() == [0, 1, 2, 3, 4, 5]
    assert table["parents"].tolist() == [2] * 3 + [4] * 3
    assert table["approximation_complexity"].tolist() == [8] * 3 + [16] * 3
    assert table["statistical_complexity"].tolist() == [64] * 3 + [256] * 3
    assert table["constructed_width"].tolist() == [8] * 3 + [16] * 3
    assert (table["measured_rank"] > 2).all()
    assert (table["max_abs_error"] > 0).all()
    assert (table["max_abs_log_likelihood"] > 10).all()

    metrics = outputs["metrics"]["factorial_exact_factorization"]
    ratio = table["max_abs_error"] / table["rounding_bound"]
    assert metrics["error_over_rounding_bound"]["value"] == ratio.max() <= 1
    above = table["measured_rank"] - table["approximation_complexity"]
    assert metrics["rank_above_ac"]["value"] == above.max() <= 0
    assert metrics["width_mismatches"] == {"value": 0.0, "low": 0.0, "high": 0.0, "n": 6}


def test_a_wrong_construction_shows_in_the_metrics(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables read with another order of parents: right widths, wrong probabilities."""
    honest = factorize

    def wrong(graph: Any, tables: Any) -> Any:
        return honest(graph, [table[::-1].copy() for table in tables])

    monkeypatch.setattr(evaluate_exact_factorization.exact_factorization, "factorize", wrong)
    outputs: Any = evaluate_exact_factorization.run(
        {"datasets": [write(tmp_path, "two")]}, root_seed=0
    )
    metrics = outputs["metrics"]["factorial_exact_factorization"]
    assert metrics["error_over_rounding_bound"]["value"] > 1e6
    assert metrics["width_mismatches"]["value"] == 0
