from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.emergence.mechanism import render_deflation
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.emergence.plotted import line_of, means


def table(runs: int = 3) -> pd.DataFrame:
    counts = [
        {
            "kind": "count",
            "law": law,
            "neurons": width,
            "run": run,
            "directions": 64,
            "learned": min(width, most) - run,
        }
        for law, most in (("with_deflation", 64), ("without_deflation", 18))
        for width in (8, 32, 64, 96, 128, 256)
        for run in range(runs)
    ]
    recoveries = [
        {"kind": "recovery", "run": run, "direction": p, "foreign": 2e-3, "foreign_start": 1e-3}
        for run in range(runs)
        for p in range(1, 65)
    ]
    return pd.DataFrame(counts + recoveries, columns=list(render_deflation.run.columns))


def test_both_laws_and_all_overlaps_are_shown(tmp_path: Path) -> None:
    figure = drawn(render_deflation.run, table(), tmp_path)
    require_legible(figure)
    for text in ("as trained", "do not see each other", "all 64", "3 seeds", "Population flow"):
        assert text in written(figure)
    left, right = figure.axes
    deflated = np.asarray(left.lines[0].get_ydata(), dtype=np.float64)
    assert deflated.tolist() == [7, 31, 63, 63, 63, 63]
    assert [len(line.get_xdata()) for line in right.lines[:4]] == [192, 0, 192, 0]


def test_directions_never_recovered_are_counted(tmp_path: Path) -> None:
    rows = table(1)
    rows.loc[rows.index[-2:], "foreign"] = np.nan
    figure = drawn(render_deflation.run, rows, tmp_path)
    require_legible(figure)
    assert "2 of 64 are never recovered" in written(figure)


def test_a_table_of_one_kind_is_refused(tmp_path: Path) -> None:
    rows = table()
    with pytest.raises(ValueError, match="no rows of the kind"):
        drawn(render_deflation.run, rows[rows["kind"] == "count"], tmp_path)


def test_each_law_and_each_overlap_is_drawn_from_its_own_rows(tmp_path: Path) -> None:
    rows = table()
    rows["foreign"] *= rows["direction"]
    left, right = drawn(render_deflation.run, rows, tmp_path).axes
    laws = rows[rows["kind"] == "count"].groupby("law")
    colors = {
        line_of(left, *means(law_rows, "neurons", "learned")).get_color() for _, law_rows in laws
    }
    assert len(colors) == 2
    recovered = rows[rows["kind"] == "recovery"]
    for column in ("foreign", "foreign_start"):
        line_of(right, recovered["direction"], recovered[column])
