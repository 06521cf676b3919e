from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.emergence.staircase import render_jump_sharpness
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.emergence.plotted import geometric, line_of


def table(orders: tuple[int, ...] = (2, 3, 4), runs: int = 4) -> pd.DataFrame:
    rows = [
        (k, d, run, rank, (1 + 0.1 * run) * d ** (1 - k / 2), d ** (1 - k / 2))
        for k, d, run, rank in product(orders, (1000, 10_000, 100_000), range(runs), (1, 2))
    ]
    return pd.DataFrame(rows, columns=list(render_jump_sharpness.run.columns))


def test_each_order_has_its_closed_form_and_its_measurements(tmp_path: Path) -> None:
    figure = drawn(render_jump_sharpness.run, table(), tmp_path)
    require_legible(figure)
    (axes,) = figure.axes
    closed = [line for line in axes.lines if line.get_marker() == "None"]
    measured = [line for line in axes.lines if line.get_marker() == "o"]
    assert len(closed) == len(measured) == 3
    mean = np.exp(np.log([1.0, 1.1, 1.2, 1.3]).mean())
    for line, points in zip(closed, measured, strict=True):
        np.testing.assert_allclose(points.get_ydata(), mean * np.asarray(line.get_ydata()))
    said = written(figure)
    assert "4 seeds" in said
    assert "k = 4: 1 / d" in said
    assert "isolated neurons" in said
    assert "never" not in said


def test_jumps_that_never_occurred_are_counted(tmp_path: Path) -> None:
    rows = table(orders=(3, 4), runs=1)
    rows.loc[0, ["relative_rise", "closed_form"]] = np.nan
    figure = drawn(render_jump_sharpness.run, rows, tmp_path)
    require_legible(figure)
    assert "1 of 12 jumps never occurred" in written(figure)
    assert "isolated neurons" not in written(figure)


def test_a_broken_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="the order 5; drawn are"):
        drawn(render_jump_sharpness.run, table(orders=(4, 5)), tmp_path)
    for column in render_jump_sharpness.run.columns:
        with pytest.raises(ValueError, match=f"the column '{column}' is missing"):
            drawn(render_jump_sharpness.run, table().drop(columns=column), tmp_path)


def test_lines_are_the_closed_form_and_points_the_measured_means(tmp_path: Path) -> None:
    (axes,) = drawn(render_jump_sharpness.run, table(), tmp_path).axes
    for _, rows in table().groupby("order"):
        closed = line_of(axes, *geometric(rows, "dimension", "closed_form"))
        measured = line_of(axes, *geometric(rows, "dimension", "relative_rise"))
        assert closed.get_color() == measured.get_color()
        assert measured.get_marker() == "o"
