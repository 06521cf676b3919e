"""The figures of threshold gates: legible, and they say what they show."""

from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd

from compsparse.studies.circuits.threshold_gates import (
    render_step_costs,
    render_threshold_adder,
    render_threshold_functions,
)
from tests.unit.studies.circuits.plotted import mean_curve, require_curves
from tests.unit.studies.drawing import drawn, require_legible, written


def functions_table() -> pd.DataFrame:
    rows = [(1, 4, 4, 0), (2, 16, 14, 2), (3, 256, 104, 152), (4, 65536, 1882, 63654)]
    return pd.DataFrame(rows, columns=list(render_threshold_functions.run.columns))


def adder_table(runs: int = 5) -> pd.DataFrame:
    rows = []
    for bits, r in product((1, 4, 8), (2, 16, 128, 1024)):
        for run in range(1 if bits == 1 else runs):
            size, depth = bits * (r - 2) + 3 * run, 2 * int(np.log2(r)) + bits + run
            rows.append((bits, run, r, size, 2 * size + 9, depth, depth + 8))
    return pd.DataFrame(rows, columns=list(render_threshold_adder.run.columns))


def test_counts_of_functions_are_written_at_their_points(tmp_path: Path) -> None:
    figure = drawn(render_threshold_functions.run, functions_table(), tmp_path)
    require_legible(figure)
    assert "1,882\nof 65,536" in written(figure)
    table = functions_table()
    (axes,) = figure.axes
    require_curves(axes, [(table["inputs"], table["single_gates"] / table["functions"])])
    assert axes.get_yscale() == "log"
    assert [(text.xy[0], text.get_text().split("\n")[0]) for text in axes.texts] == [
        (1, "4"),
        (2, "14"),
        (3, "104"),
        (4, "1,882"),
    ]


def test_size_and_depth_by_sources(tmp_path: Path) -> None:
    figure = drawn(render_threshold_adder.run, adder_table(), tmp_path)
    require_legible(figure)
    table = adder_table()
    sizes, depths = figure.axes
    at_least_one = table.assign(size=table["size"].clip(lower=1))
    weights = [rows for _, rows in at_least_one.groupby("bits")]
    curves = [mean_curve(rows, "sources", "size", geometric=True) for rows in weights]
    require_curves(sizes, [*curves, ([2, 1024], [2, 1024])])
    require_curves(depths, [mean_curve(rows, "sources", "depth") for rows in weights])
    for said in ("unit", "b = 4", "b = 8", "5 seeds", "smallest to largest"):
        assert said in written(figure)


def test_one_draw_of_weights_has_no_band(tmp_path: Path) -> None:
    figure = drawn(render_threshold_adder.run, adder_table(runs=1), tmp_path)
    require_legible(figure)
    assert "1 seed, no band" in written(figure)


def test_costs_of_gates_by_sources(tmp_path: Path) -> None:
    rows = [("and", r, 1, r, 1) for r in range(1, 6)]
    rows += [("xor", r, r // 2 + 1, 2 * r, 2) for r in range(1, 6)]
    table = pd.DataFrame(rows, columns=list(render_step_costs.run.columns))
    figure = drawn(render_step_costs.run, table, tmp_path)
    require_legible(figure)
    sources = range(1, 6)
    require_curves(figure.axes[0], [(sources, [1, 2, 2, 3, 3]), (sources, [1] * 5)])
    assert "AND, OR" in written(figure) and "XOR" in written(figure)
