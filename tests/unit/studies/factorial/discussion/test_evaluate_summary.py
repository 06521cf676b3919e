from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.factorial.discussion import evaluate_summary
from compsparse.studies.factorial.discussion.plan import SUMMARY_SOURCES

RUNS = range(3)
CELLS = {"2^6": 32, "4^3": 128, "8^2": 1024}
COUNTS = {"2^6": 6, "4^3": 3, "8^2": 2}


def curves(**exponents: float) -> pd.DataFrame:
    """Return learning curves that are powers of their quantities."""
    rows = pd.DataFrame(
        list(product(CELLS, RUNS, [0, 1, 10, 100])), columns=["cell", "run", "step"]
    )
    rows["statistical_complexity"] = rows["cell"].map(CELLS)
    rows["flops"] = 50.0 * rows["step"]
    rows["loss"] = np.maximum(rows["step"], 1) ** exponents.get("compute", 0.0)
    rows["loss"] *= rows["statistical_complexity"] ** exponents.get("complexity", 0.0)
    rows["loss"] *= rows["cell"].map(COUNTS) ** exponents.get("factors", 0.0)
    return rows


def grid(width: float, dimension: float, parents: float = 0.0) -> pd.DataFrame:
    cells = list(product([1, 2, 3], [1, 2, 4, 8, 16], RUNS))
    rows = pd.DataFrame(cells, columns=["parents", "embedding_dimension", "run"])
    rows["approximation_complexity"] = 4 * 2 ** (rows["parents"] - 1)
    rows["loss"] = rows["approximation_complexity"] ** width
    rows["loss"] *= rows["embedding_dimension"] ** dimension * rows["parents"] ** parents
    # at and above AC nothing may matter
    enough = rows["embedding_dimension"] >= rows["approximation_complexity"]
    return rows.assign(loss=rows["loss"].where(~enough, 1e-9))


def split(exponent: float) -> pd.DataFrame:
    cells = list(product([1, 2], [0.1, 0.3, 0.9], RUNS))
    rows = pd.DataFrame(cells, columns=["parents", "seen_fraction", "run"])
    return rows.assign(loss=1.0, held_out_loss=rows["parents"] * rows["seen_fraction"] ** exponent)


def connections(exponent: float) -> pd.DataFrame:
    cells = list(product([0.0, 0.1, 0.4, 1.0], RUNS, [0, 1, 10]))
    rows = pd.DataFrame(cells, columns=["connectivity", "run", "step"])
    between = rows["connectivity"].clip(0.1, 0.4)
    # the extremes are no power and do not count
    loss = between**exponent * np.where(rows["connectivity"] == 1.0, 1e6, 1.0)
    return rows.assign(loss=loss * np.where(rows["step"] == 0, 7.0, 1.0))


TABLES = {
    "single_pass": curves(compute=-0.5, complexity=0.25),
    "generalization_complexity": curves(complexity=0.5),
    "compression_grid_a": grid(width=2.0, dimension=-3.0),
    "data_split": split(-1.5),
    "generalization_connectivity": connections(0.75),
}


def run(folder: Path, tables: dict[str, pd.DataFrame]) -> Any:
    for name, table in tables.items():
        table.to_csv(folder / f"{name}.csv", index=False)
    return evaluate_summary.run({name: folder / f"{name}.csv" for name in tables}, root_seed=0)


def test_planted_exponents_are_found(tmp_path: Path) -> None:
    outputs = run(tmp_path, TABLES)
    metrics = {name: m["value"] for name, m in outputs["metrics"]["factorial_summary"].items()}
    expected = {
        "compute": -0.5,
        "embedding_dimension": -3.0,
        "seen_inputs": -1.5,
        "connectivity": 0.75,
        "approximation_complexity": 2.0,
        "statistical_complexity": 0.25,
        "statistical_complexity_unseen": 0.5,
    }
    assert {name: metrics[name] for name in expected} == pytest.approx(expected)
    # more factors of a fixed space are smaller ones, of smaller complexity
    assert metrics["input_factors"] < 0
    assert metrics["input_factors_unseen"] == pytest.approx(2 * metrics["input_factors"])
    assert metrics["parents"] > 0
    table = outputs["table"]
    assert list(table["quantity"]) == list(evaluate_summary.ENTRIES)
    assert set(table["n"]) == {len(RUNS)}


def test_exponents_of_counts_of_factors(tmp_path: Path) -> None:
    tables = TABLES | {
        "single_pass": curves(factors=1.5),
        "compression_grid_a": grid(width=0.0, dimension=0.0, parents=-2.0),
    }
    metrics = run(tmp_path, tables)["metrics"]["factorial_summary"]
    assert metrics["input_factors"]["value"] == pytest.approx(1.5)
    assert metrics["parents"]["value"] == pytest.approx(-2.0)


def test_what_cells_do_not_tell_is_left_out(tmp_path: Path) -> None:
    grid_a = TABLES["compression_grid_a"]
    wide = grid_a[grid_a["embedding_dimension"] == 16]
    outputs = run(tmp_path, TABLES | {"compression_grid_a": wide})
    left = set(evaluate_summary.ENTRIES) - set(outputs["table"]["quantity"])
    assert left == {"embedding_dimension", "parents", "approximation_complexity"}


def test_the_plan_gives_the_tables_that_are_read() -> None:
    assert set(SUMMARY_SOURCES) == set(evaluate_summary.SOURCES)
