"""The figures of this theme: what they draw, and that they can be read."""

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.circuits.sparse_functions import evaluate_decompositions as decompose
from compsparse.studies.circuits.sparse_functions import evaluate_sparse_share as share
from compsparse.studies.circuits.sparse_functions import (
    render_decompositions,
    render_small_circuits,
    render_sparse_share,
)
from tests.unit.studies.circuits.plotted import mean_curve, require_curves
from tests.unit.studies.circuits.sparse_functions.test_evaluate_small_circuits import evaluated
from tests.unit.studies.drawing import drawn, require_legible, written

pytestmark = pytest.mark.filterwarnings("error")

SMALL: dict[str, Any] = {"inputs": [4, 8, 16, 64], "arities": [2, 3, 4], "checked": 16, "runs": 2}


def test_sparse_lines_are_straight_and_generic_ones_bend(tmp_path: Path) -> None:
    outputs = evaluated(tmp_path, **SMALL)
    figure = drawn(render_small_circuits.run, outputs["table"], tmp_path)
    require_legible(figure)
    (axes,) = figure.axes
    kinds = outputs["table"].groupby(["arity", "kind"])
    cells = [*product((2, 3, 4), ("shared", "tree", "chain")), (0, "generic")]
    curves = [mean_curve(kinds.get_group(c), "inputs", "size", geometric=True) for c in cells]
    counted = kinds.get_group((0, "counted"))
    require_curves(axes, [*curves, (counted["inputs"], counted["size"])])
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")
    assert "2 seeds; line: geometric mean; band: smallest to largest." in written(figure)


def test_one_run_and_a_table_without_gates(tmp_path: Path) -> None:
    outputs = evaluated(tmp_path, **SMALL | {"runs": 1, "arities": [2]})
    table = outputs["table"]
    table.loc[(table["kind"] == "generic") & (table["inputs"] == 4), "size"] = 0
    figure = drawn(render_small_circuits.run, table, tmp_path)
    require_legible(figure)
    assert "1 seed, no band." in written(figure)


def test_arity_falls_with_the_levels_left(tmp_path: Path) -> None:
    params = {"root_seed": 0, "inputs": 8, "merged": [1, 2, 4], "most_variables": 5}
    outputs: Any = decompose.run({}, **params)
    figure = drawn(render_decompositions.run, outputs["table"], tmp_path)
    require_legible(figure)
    tasks = outputs["table"].sort_values("depth").groupby("task")
    rows = [tasks.get_group(task) for task in ("parity", "comparator", "addition")]
    assert rows[0]["arity"].tolist() == [8, 5, 3, 2]
    for axes, column, most in zip(figure.axes, ("arity", "entries"), (8, 2**8), strict=True):
        curves = [(task["depth"], task[column]) for task in rows]
        require_curves(axes, [*curves, ([0, 1], [most] * 2)])
    assert "2⁸ inputs checked" in written(figure)


def test_shares_rise_to_one(tmp_path: Path) -> None:
    params = {
        "root_seed": 0,
        "formula_inputs": [2, 3],
        "circuits": [share.Listing(2, 1), share.Listing(3, 4)],
        "counted": [5, 6, 8, 10],
    }
    outputs: Any = share.run({}, **params)
    figure = drawn(render_sparse_share.run, outputs["table"], tmp_path)
    require_legible(figure)
    upper, lower = figure.axes
    parts = outputs["table"].groupby(["part", "inputs"])
    curves = []
    for n in (2, 3):
        formulas, circuits = (parts.get_group((part, n)) for part in ("formula", "circuit"))
        for rows in (formulas, circuits):
            curves.append((rows["gates"], rows["functions"].cumsum() / 2 ** (2**n)))
    curves.append((circuits["gates"], (2.0 ** circuits["log2_bound"]).cumsum()))
    require_curves(upper, curves)
    assert [curve[1].iloc[-1] for curve in curves[:-1]] == [1] * 4
    n = np.array([5, 6, 8, 10])
    half = outputs["table"][outputs["table"]["part"] == "half"]["gates"]
    require_curves(lower, [(n, half), (n, 2.0**n / n), (n, n**2)])
