"""The figure of emergence times by dimension."""

from pathlib import Path

import numpy as np
import pandas as pd

from compsparse.studies.emergence.scaling_law import render_dimension
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.emergence.plotted import geometric, line_of


def table(runs: int = 3) -> pd.DataFrame:
    dimensions = np.array([300, 3000, 30_000, 1_000_000])
    pieces = [
        pd.DataFrame(
            {
                "order": order,
                "dimension": dimensions,
                "run": run,
                "time": (1 + 0.1 * run) * dimensions ** (order / 2 - 1),
                "fitted": dimensions > 1000,
            }
        )
        for order in (3, 4)
        for run in range(runs)
    ]
    return pd.concat(pieces, ignore_index=True)


def test_lines_are_labeled_with_the_measured_exponent(tmp_path: Path) -> None:
    figure = drawn(render_dimension.run, table(), tmp_path)
    text = written(figure)
    assert r"k = 3: d$^\mathregular{0.500}$" in text
    assert r"k = 4: d$^\mathregular{1.000}$" in text
    assert "3 seeds" in text
    require_legible(figure)


def test_a_run_that_missed_a_direction_is_left_out_and_said(tmp_path: Path) -> None:
    rows = table()
    rows.loc[1, "time"] = np.nan
    text = written(drawn(render_dimension.run, rows, tmp_path))
    assert "3 seeds (1 left out" in text
    assert "2 seeds" in text


def test_without_a_complete_run_the_figure_says_so(tmp_path: Path) -> None:
    rows = table()
    rows.loc[rows["dimension"] == 300, "time"] = np.nan
    figure = drawn(render_dimension.run, rows, tmp_path)
    assert "Runs did not learn all directions" in written(figure)


def test_points_are_geometric_means_and_theory_lies_on_the_fitted_ones(tmp_path: Path) -> None:
    (axes,) = drawn(render_dimension.run, table(), tmp_path).axes
    for order, rows in table().groupby("order"):
        line_of(axes, *geometric(rows, "dimension", "time"))
        dimensions, times = geometric(rows[rows["fitted"]], "dimension", "time")
        # these times follow the theory exactly
        assert float(str(order)) > 2
        line_of(axes, dimensions[[0, -1]], times[[0, -1]])
