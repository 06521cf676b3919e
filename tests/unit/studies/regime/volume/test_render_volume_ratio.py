"""The maps show the table, mark its largest ratios, and leave out what is not computed."""

import math
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import QuadMesh

from compsparse.figures import api as fig
from compsparse.studies.regime.volume import render_volume_ratio
from tests.unit.studies.drawing import drawn, require_legible, written

WIDTHS, DEPTHS = (3, 6, 12, 24, 48, 96, 192), tuple(range(1, 10))


def table() -> pd.DataFrame:
    """Return peaks at W = 6 and depths 2, 1 and 4, Monte Carlo's at W = 12 and depth 3."""
    rows: list[tuple[object, ...]] = []
    for reading, peak in (("live units", 2), ("separation", 1), ("random wiring", 4)):
        for width, depth in product(WIDTHS, DEPTHS):
            value = -300.0 - abs(depth - peak) - abs(math.log2(width / 6))
            if reading == "separation" and width > 12:
                value = np.nan
            if reading == "live units" and depth == 1 != peak:
                value = -math.inf
            rows.append((reading, "exact", np.nan, width, depth, value, 3, 0.7))
    for group, width, depth in product(range(3), WIDTHS, DEPTHS):
        value = -float(abs(depth - 3) + abs(math.log2(width / 12))) + 0.1 * (group - 1)
        rows.append(("random wiring", "Monte Carlo", group, width, depth, value, 3, 0.7))
    rows.append(("separation", "Monte Carlo", 0, 6, 1, -2.0, 3, 0.7))
    return pd.DataFrame(rows, columns=list(render_volume_ratio.run.columns))


def marks(axes: fig.Axes) -> list[tuple[int, int]]:
    points = [np.asarray(line.get_xydata(), dtype=np.float64)[0] for line in axes.lines]
    return [(WIDTHS[round(x)], DEPTHS[round(y)]) for x, y in points]


def shown(axes: fig.Axes) -> np.ma.MaskedArray:
    (mesh,) = [axis for axis in axes.collections if isinstance(axis, QuadMesh)]
    values = mesh.get_array()
    assert isinstance(values, np.ma.MaskedArray)
    return values.reshape(len(DEPTHS), len(WIDTHS))


def test_the_sweet_spots_are_marked_and_the_shares_drawn(tmp_path: Path) -> None:
    figure = drawn(render_volume_ratio.run, table(), tmp_path)
    require_legible(figure)
    live, separation, wiring, sampled, _ = figure.axes
    assert [marks(axes) for axes in (live, separation, wiring, sampled)] == [
        [(6, 2)],
        [(6, 1)],
        [(6, 4)],
        [(12, 3)],
    ]
    # far below the smallest float: shares of the largest are what is drawn
    assert shown(live)[1, 0] == pytest.approx(10.0)
    assert shown(live)[0].tolist() == [0.0] * 7
    missing = np.ma.getmaskarray(shown(separation))
    assert missing[:, 3:].all() and not missing[:, :3].any()
    assert shown(sampled)[2, 1] == pytest.approx(10.0)
    for said in ("peak at one depth?", "P = 3", "3 groups", "0.7", "Grey"):
        assert said in written(figure)


def test_equal_widths_are_all_marked(tmp_path: Path) -> None:
    rows = table()
    wide = (rows["reading"] == "random wiring") & (rows["width"] >= 12) & (rows["depth"] == 4)
    rows.loc[wide & (rows["source"] == "exact"), "log10_ratio"] = -299.0
    figure = drawn(render_volume_ratio.run, rows, tmp_path)
    assert marks(figure.axes[2]) == [(width, 4) for width in WIDTHS[2:]]


def test_a_table_without_a_reading_is_refused(tmp_path: Path) -> None:
    rows = table()
    with pytest.raises(ValueError, match="no rows of the reading 'separation'"):
        drawn(render_volume_ratio.run, rows[rows["reading"] != "separation"], tmp_path)
