"""The law by planted tickets: powers, series, kinds, units."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.tickets.law import (
    evaluate_kept_weights,
    evaluate_kinds_of_constituents,
    evaluate_rows_and_units,
)
from compsparse.studies.tickets.law.evaluate_kept_weights import fitted_powers
from tests.unit.studies.tickets.planted import ran, rounds_file
from workflow_engine.artifacts.tables import encode
from workflow_engine.steps import Outputs

SERIES: dict[str, Any] = {
    "root_seed": 987,
    "least_arity": 2,
    "largest_arity": 4,
    "edges": 8,
    "constituents": 4,
}
TEACHERS = ((2, 4), (4, 2), (2, 2), (4, 4), (8, 4), (1, 4))


def law(folder: Path, kept: Callable[[int, int], int]) -> Outputs:
    """Evaluate tickets that keep so many weights for an arity and number of constituents."""
    paths, cells = [], []
    for index, (arity, number) in enumerate(TEACHERS, start=10):
        cell = {"name": f"t{index}", "kind": "relu", "arity": arity, "constituents": number}
        cells.append({**cell, "edges": arity * number})
        units = min(number, 8)
        runs = [kept(arity, number)] * 3
        paths.append(rounds_file(folder / f"{index}.npz", runs, units=units))
    return ran(evaluate_kept_weights, {"rounds": paths}, {**SERIES, "loss": 0.02, "cells": cells})


def metrics(outputs: Outputs) -> dict[str, float]:
    content = outputs["metrics"]
    assert isinstance(content, dict)
    (of_result,) = content.values()
    return {name: metric["value"] for name, metric in of_result.items()}


def test_kept_edges_have_the_powers_one_and_one(tmp_path: Path) -> None:
    found = metrics(law(tmp_path, lambda arity, number: arity * number))
    assert found["arity_power"] == pytest.approx(1, abs=1e-6)
    assert found["constituents_power"] == pytest.approx(1, abs=1e-6)
    assert found["arity_power_at_equal_edges"] == pytest.approx(0, abs=1e-6)
    assert found["log_ratio_sparse_over_dense"] == pytest.approx(np.log(8 / 32), abs=1e-6)
    assert found["prunable_share"] == 1


def test_arity_alone_has_the_powers_one_and_zero(tmp_path: Path) -> None:
    found = metrics(law(tmp_path, lambda arity, number: 4 * arity))
    assert found["arity_power"] == pytest.approx(1, abs=1e-6)
    assert found["constituents_power"] == pytest.approx(0, abs=1e-6)
    assert found["arity_power_at_equal_edges"] == pytest.approx(1, abs=1e-6)


def test_arities_outside_the_range_are_not_fitted(tmp_path: Path) -> None:
    # arity 1 and 8 keep one and the same number: outside the range they change nothing
    found = metrics(law(tmp_path, lambda arity, number: arity * number if 1 < arity < 8 else 16))
    assert found["arity_power"] == pytest.approx(1, abs=1e-6)


def test_a_run_that_is_not_prunable_counts_with_its_first_round(tmp_path: Path) -> None:
    outputs = law(tmp_path, lambda arity, number: 64 if arity == 4 else 8)
    table = outputs["table"]
    assert isinstance(table, pd.DataFrame)
    missed = table[table["arity"] == 4]
    assert (missed["kept"] == 45).all()
    assert not missed["prunable"].any()
    assert metrics(outputs)["prunable_share"] == 0.5


def test_powers_are_those_of_a_plane() -> None:
    rows = pd.DataFrame({"arity": [1, 2, 4, 2], "constituents": [1, 3, 3, 9]})
    rows["kept"] = 5 * rows["arity"] ** 0.7 * rows["constituents"] ** 1.3
    assert fitted_powers(rows) == pytest.approx([0.7, 1.3])


def kept_table(path: Path, rows: pd.DataFrame) -> dict[str, Path | list[Path]]:
    path.write_bytes(encode(path, rows))
    return {"kept": path}


def teachers(**columns: Callable[[pd.DataFrame], Any]) -> pd.DataFrame:
    rows = pd.DataFrame(
        [
            {"name": f"{arity}-{number}", "kind": "relu", "arity": arity, "constituents": number}
            | {"run": run, "prunable": True, "edges": arity * number, "dense_score": 0.99}
            for arity, number in TEACHERS
            for run in range(3)
        ]
    )
    for name, function in columns.items():
        rows[name] = function(rows)
    return rows


def test_units_and_their_weights(tmp_path: Path) -> None:
    rows = teachers(
        units=lambda rows: rows["constituents"] * rows["arity"] ** 0.5,
        per_unit=lambda rows: rows["arity"] ** 0.8,
        kept=lambda rows: rows["edges"],
    )
    inputs = kept_table(tmp_path / "kept.csv", rows)
    found = metrics(ran(evaluate_rows_and_units, inputs, SERIES))
    assert found["weights_per_unit_power"] == pytest.approx(0.8)
    assert found["units_arity_power"] == pytest.approx(0.5)
    assert found["units_power"] == pytest.approx(1.0)


def test_kinds_are_compared_on_one_graph_by_run(tmp_path: Path) -> None:
    rows = teachers(units=lambda _: 4, per_unit=lambda _: 2, kept=lambda rows: 10.0 + rows["run"])
    harder = rows[(rows["arity"] == 4) & (rows["constituents"] == 4)].assign(kind="sine")
    harder["kept"] *= 3
    harder["dense_score"] = 0.5 + harder["run"] / 10
    other = rows[(rows["arity"] == 2) & (rows["constituents"] == 4)].assign(kind="sine", kept=1.0)
    inputs = kept_table(tmp_path / "kept.csv", pd.concat([rows, harder, other]))
    params = {"root_seed": 987, "arity": 4, "constituents": 4}
    outputs = ran(evaluate_kinds_of_constituents, inputs, params)
    assert metrics(outputs)["log_ratio_sine_over_relu"] == pytest.approx(np.log(3))
    assert metrics(outputs)["least_dense_score"] == pytest.approx(0.6)
    table = outputs["table"]
    assert isinstance(table, pd.DataFrame)
    assert len(table) == 6
