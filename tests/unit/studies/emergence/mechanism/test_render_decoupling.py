from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.emergence.mechanism import render_decoupling
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.emergence.plotted import line_of


def table(runs: int = 3) -> pd.DataFrame:
    rows = [
        ("emergence", run, 1.0, p, np.nan, 10.0 * p, 10.0 * p * (1 + 0.001 * run))
        for run in range(runs)
        for p in range(1, 33)
    ]
    rows += [
        ("loss", run, 1.0, np.nan, time, 1 / (1 + time), 1 / (1 + time))
        for run in range(runs)
        for time in np.geomspace(0.1, 1000, 30)
    ]
    return pd.DataFrame(rows, columns=list(render_decoupling.run.columns))


def test_losses_of_one_run_and_differences_of_all(tmp_path: Path) -> None:
    figure = drawn(render_decoupling.run, table(), tmp_path)
    require_legible(figure)
    for text in ("whole network", "directions on their own", "3 seeds", "Population flow", "none"):
        assert text in written(figure)
    above, below = figure.axes
    assert [len(line.get_xdata()) for line in above.lines] == [30, 30]
    (points, _) = [line for line in below.lines if line.get_marker() == "o"]  # none is hollow
    differences = np.asarray(points.get_ydata(), dtype=np.float64)
    assert len(differences) == 96
    assert differences.min() == pytest.approx(100 * (1 / 1.002 - 1))


def test_directions_that_are_not_learned_are_counted(tmp_path: Path) -> None:
    rows = table(1)
    rows.loc[31, "decoupled"] = np.nan
    figure = drawn(render_decoupling.run, rows, tmp_path)
    require_legible(figure)
    assert "1 of 32" in written(figure)
    assert "1 seed;" in written(figure)


def test_a_table_of_one_kind_is_refused(tmp_path: Path) -> None:
    rows = table()
    with pytest.raises(ValueError, match="no rows of the kind"):
        drawn(render_decoupling.run, rows[rows["kind"] == "loss"], tmp_path)


def test_both_losses_are_drawn_as_what_they_are(tmp_path: Path) -> None:
    rows = table()
    rows.loc[rows["kind"] == "loss", "decoupled"] *= 0.9
    above, below = drawn(render_decoupling.run, rows, tmp_path).axes
    first = rows[(rows["kind"] == "loss") & (rows["run"] == 0)]
    assert not line_of(above, first["time"], first["coupled"]).is_dashed()
    assert line_of(above, first["time"], first["decoupled"]).is_dashed()
    times = rows[rows["kind"] == "emergence"]
    percent = 100 * (times["coupled"] / times["decoupled"] - 1)
    (points, _) = [line for line in below.lines if line.get_marker() == "o"]  # none is hollow
    np.testing.assert_allclose(points.get_xdata(), times["direction"])
    np.testing.assert_allclose(points.get_ydata(), percent, atol=1e-9)
