from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.emergence.mechanism import render_sgd_against_flow
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.emergence.plotted import line_of


def table(runs: int = 3) -> pd.DataFrame:
    rows = [
        ("emergence", order, run, p, np.nan, 1.0 * p, 1.1 * p, p < 8, False)
        for order in (3, 4)
        for run in range(runs)
        for p in range(1, 9)
    ]
    rows += [
        ("alignment", order, 0, p, time, time / (time + p), time / (time + p), False, False)
        for order in (3, 4)
        for p in range(1, 9)
        for time in np.geomspace(0.01, 20, 30)
    ]
    return pd.DataFrame(rows, columns=list(render_sgd_against_flow.run.columns))


def test_times_on_the_diagonal_and_curves_of_one_run(tmp_path: Path) -> None:
    figure = drawn(render_sgd_against_flow.run, table(), tmp_path)
    require_legible(figure)
    for text in (
        "k = 3",
        "p = 8",
        "3 seeds (k = 4)",
        "SGD misses 0; 6 come too late",
        "Overflowed runs of SGD: 0",
    ):
        assert text in written(figure)
    left, right = figure.axes
    points = [line for line in left.lines if line.get_marker() == "o"][::2]  # none is hollow
    assert [len(line.get_xdata()) for line in points] == [21, 21]
    ratio = np.asarray(points[0].get_ydata()) / np.asarray(points[0].get_xdata())
    assert ratio == pytest.approx(1.1)
    assert len(right.lines) == 2 * 4  # SGD and the flow, of ranks 1, 2, 4 and 8


def test_missed_directions_and_failed_runs_are_counted(tmp_path: Path) -> None:
    rows = table(1)
    rows.loc[0, "online"] = np.nan
    rows.loc[:7, "failed"] = True
    figure = drawn(render_sgd_against_flow.run, rows, tmp_path)
    require_legible(figure)
    assert "SGD misses 1" in written(figure)
    assert "Overflowed runs of SGD: 1" in written(figure)


def test_a_table_of_one_kind_is_refused(tmp_path: Path) -> None:
    rows = table()
    with pytest.raises(ValueError, match="no rows of the kind"):
        drawn(render_sgd_against_flow.run, rows[rows["kind"] == "alignment"], tmp_path)


def test_times_of_each_order_and_alignments_of_both_methods(tmp_path: Path) -> None:
    rows = table()
    rows.loc[rows["order"] == 4, "online"] *= 0.95
    left, right = drawn(render_sgd_against_flow.run, rows, tmp_path).axes
    compared = rows[(rows["kind"] == "emergence") & rows["compared"]]
    for _, order_rows in compared.groupby("order"):
        line_of(left, order_rows["flow"], order_rows["online"])
    rows.loc[rows["kind"] == "alignment", "online"] *= 0.9
    right = drawn(render_sgd_against_flow.run, rows, tmp_path).axes[1]
    shown = rows[(rows["kind"] == "alignment") & (rows["order"] == 3)]
    for direction in (1, 2, 4, 8):
        curve = shown[shown["direction"] == direction]
        assert not line_of(right, curve["time"], curve["online"]).is_dashed()
        assert line_of(right, curve["time"], curve["flow"]).is_dashed()
