from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from compsparse.studies.emergence.staircase import render_staircase
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.emergence.plotted import line_of

DIRECTIONS = 16


def table(runs: int = 4, learned: int = DIRECTIONS) -> pd.DataFrame:
    times = 50.0 * np.arange(1, DIRECTIONS + 1)
    grid = np.geomspace(1.0, 4000.0, 60)
    rows = [
        (run, "loss", 0, time, (1 + 0.05 * run) / (1 + time / 50))
        for run in range(runs)
        for time in grid
    ]
    rows += [(0, "unlearned", 0, time, 1 / (1 + time / 50)) for time in grid]
    for rank, moment in enumerate(times, start=1):
        emerges = rank <= learned
        curve = [(1.0, 0.01), (moment, 0.5 if emerges else 0.01), (4000.0, 1.0)]
        rows += [(0, "alignment", rank, time, value) for time, value in curve]
        if emerges:
            rows.append((0, "emergence", rank, moment, 1 / (1 + moment / 50)))
    return pd.DataFrame(rows, columns=list(render_staircase.run.columns))


def drawn_table(folder: Path, rows: pd.DataFrame) -> Figure:
    return drawn(render_staircase.run, rows, folder, {"exponent": 1.0})


def test_every_direction_has_a_curve_and_a_dot_on_the_loss(tmp_path: Path) -> None:
    figure = drawn_table(tmp_path, table())
    require_legible(figure)
    upper, lower = figure.axes
    (curves,) = [c for c in lower.collections if isinstance(c, LineCollection)]
    assert len(curves.get_segments()) == DIRECTIONS
    steps, loss, slope = upper.lines
    assert len(np.asarray(steps.get_xdata())) == 60
    dots = np.asarray(upper.collections[-1].get_offsets())
    assert len(dots) == DIRECTIONS
    nearby = np.interp(np.log(dots[:, 0]), np.log(loss.get_xdata()), loss.get_ydata())
    np.testing.assert_allclose(dots[:, 1], nearby, rtol=0.05)
    (x0, x1), (y0, y1) = slope.get_xdata(), slope.get_ydata()
    assert np.log(y1 / y0) / np.log(x1 / x0) == pytest.approx(-1)
    said = written(figure)
    assert "slope −1" in said
    assert "4 seeds" in said
    assert "Population flow" in said
    assert "never" not in said


def test_what_never_emerges_is_told(tmp_path: Path) -> None:
    figure = drawn_table(tmp_path, table(runs=1, learned=14))
    require_legible(figure)
    assert "2 of 16 skills never emerge" in written(figure)
    assert "band" not in written(figure)


def test_an_incomplete_table_is_refused(tmp_path: Path) -> None:
    rows = table()
    with pytest.raises(ValueError, match="no rows of the curve 'unlearned'"):
        drawn_table(tmp_path, rows[rows["curve"] != "unlearned"])
    for column in render_staircase.run.columns:
        with pytest.raises(ValueError, match=f"the column '{column}' is missing"):
            drawn_table(tmp_path, rows.drop(columns=column))


def test_curves_are_those_of_the_table(tmp_path: Path) -> None:
    rows = table()
    rows.loc[rows["curve"] == "unlearned", "value"] *= 0.9
    upper, lower = drawn_table(tmp_path, rows).axes
    steps = rows[rows["curve"] == "unlearned"]
    assert line_of(upper, steps["time"], steps["value"]).get_drawstyle() == "steps-post"
    loss = rows[(rows["curve"] == "loss") & (rows["run"] == 0)]
    low, high = upper.get_xlim()
    shown = loss[loss["time"].between(low / 1.1, high * 1.1)]
    line_of(upper, shown["time"], shown["value"])
    dots = np.asarray(upper.collections[-1].get_offsets())
    np.testing.assert_allclose(dots, rows.loc[rows["curve"] == "emergence", ["time", "value"]])
    (curves,) = [c for c in lower.collections if isinstance(c, LineCollection)]
    alignments = rows[rows["curve"] == "alignment"].groupby("rank")
    for drawn_last_first, (_, curve) in zip(curves.get_segments()[::-1], alignments, strict=True):
        np.testing.assert_allclose(drawn_last_first, curve[["time", "value"]])
