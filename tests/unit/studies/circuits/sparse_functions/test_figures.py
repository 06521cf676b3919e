"""The figures of this theme: what they draw, and that they can be read."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.circuits.sparse_functions import evaluate_decompositions as decompose
from compsparse.studies.circuits.sparse_functions import evaluate_small_circuits as build
from compsparse.studies.circuits.sparse_functions import evaluate_sparse_share as share
from compsparse.studies.circuits.sparse_functions import (
    render_decompositions,
    render_small_circuits,
    render_sparse_share,
)
from tests.unit.studies.drawing import drawn, require_legible, written

pytestmark = pytest.mark.filterwarnings("error")

SMALL: dict[str, Any] = {
    "root_seed": 0,
    "inputs": [4, 8, 16, 64],
    "arities": [2, 3, 4],
    "generic_inputs": [4, 6, 8, 10],
    "fit_from": 8,
    "generic_fit_from": 6,
    "checked": 16,
    "runs": 2,
}


def test_sparse_lines_are_straight_and_generic_ones_bend(tmp_path: Path) -> None:
    outputs: Any = build.run({}, SMALL)
    figure = drawn(render_small_circuits.run, outputs["table"], tmp_path)
    require_legible(figure)
    (axes,) = figure.axes
    lines = [line for line in axes.lines if len(line.get_xdata()) > 1]
    assert len(lines) == 9 + 3  # three shapes of three arities, tables twice, the count
    assert "2 seeds; line: geometric mean; band: smallest to largest." in written(figure)


def test_one_run_and_a_table_without_gates(tmp_path: Path) -> None:
    outputs: Any = build.run({}, SMALL | {"runs": 1, "arities": [2]})
    table = outputs["table"]
    table.loc[(table["kind"] == "generic") & (table["inputs"] == 4), "size"] = 0
    figure = drawn(render_small_circuits.run, table, tmp_path)
    require_legible(figure)
    assert "1 seed, no band." in written(figure)


def test_arity_falls_with_the_levels_left(tmp_path: Path) -> None:
    params = {"root_seed": 0, "inputs": 8, "merged": [1, 2, 4], "most_variables": 5}
    outputs: Any = decompose.run({}, params)
    figure = drawn(render_decompositions.run, outputs["table"], tmp_path)
    require_legible(figure)
    upper, lower = figure.axes
    assert upper.lines[0].get_ydata().tolist() == [8, 5, 3, 2]
    assert lower.lines[0].get_ydata().tolist()[0] == 2**8
    assert "2⁸ inputs checked" in written(figure)


def test_shares_rise_to_one(tmp_path: Path) -> None:
    params = {
        "root_seed": 0,
        "formula_inputs": [2, 3],
        "circuits": [{"inputs": 2, "gates": 1}, {"inputs": 3, "gates": 4}],
        "counted": [5, 6, 8, 10],
    }
    outputs: Any = share.run({}, params)
    figure = drawn(render_sparse_share.run, outputs["table"], tmp_path)
    require_legible(figure)
    upper, lower = figure.axes
    solid = [line for line in upper.lines if line.get_linestyle() == "-"]
    assert [float(np.max(line.get_ydata())) for line in solid] == [1, 1]
    assert lower.lines[0].get_xdata().tolist() == [5, 6, 8, 10]
