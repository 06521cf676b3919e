from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.emergence.edge_cases import render_mixed_degree
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.emergence.plotted import geometric, line_of

PARAMS = {"exponent": 1.0}


def table() -> pd.DataFrame:
    rows = []
    for degrees, slope in (("3+4", 0.5), ("4+6", 1.0)):
        for run in range(4):
            factor = 1 + 0.1 * run
            cells = [("rank", p, factor * p * 1e6**slope) for p in np.arange(1.0, 65.0)]
            cells += [("dimension", d, factor * d**slope) for d in (1e6, 3e7, 1e9)]
            rows += [(degrees, q, run, point, value, 0) for q, point, value in cells]
    return pd.DataFrame(rows, columns=list(render_mixed_degree.run.columns))


def test_activations_are_named_and_slopes_drawn(tmp_path: Path) -> None:
    figure = drawn(render_mixed_degree.run, table(), tmp_path, PARAMS)
    require_legible(figure)
    assert written(figure).count("h₃ + h₄") == written(figure).count("h₄ + h₆") == 2
    assert "4 seeds" in written(figure)
    # in the panel of dimensions, each guide is as steep as the curve that theory gives
    lines = figure.axes[0].lines
    for curve, guide in zip(lines[:2], lines[2:], strict=True):
        slopes = [
            np.polyfit(np.log(np.asarray(x)), np.log(np.asarray(y)), 1)[0]
            for x, y in (curve.get_data(), guide.get_data())
        ]
        assert slopes[0] == pytest.approx(slopes[1], rel=1e-6)


def test_unusable_tables_are_refused(tmp_path: Path) -> None:
    rows = table()
    with pytest.raises(ValueError, match="quantity 'dimension'"):
        drawn(render_mixed_degree.run, rows[rows["quantity"] == "rank"], tmp_path, PARAMS)
    with pytest.raises(ValueError, match="not positive"):
        drawn(render_mixed_degree.run, rows.assign(value=-1.0), tmp_path, PARAMS)
    for column in render_mixed_degree.run.columns:
        with pytest.raises(ValueError, match=f"the column '{column}' is missing"):
            drawn(render_mixed_degree.run, rows.drop(columns=column), tmp_path, PARAMS)


def test_every_activation_has_a_curve_in_both_panels(tmp_path: Path) -> None:
    figure = drawn(render_mixed_degree.run, table(), tmp_path, PARAMS)
    for axes, quantity in zip(figure.axes, ("dimension", "rank"), strict=True):
        panel_rows = table()[table()["quantity"] == quantity]
        for _, rows in panel_rows.groupby("degrees"):
            line_of(axes, *geometric(rows, "point", "value"))


def test_more_activations_than_colors_are_refused(tmp_path: Path) -> None:
    rows = [table().assign(degrees=f"3+{highest}") for highest in range(4, 12)]
    with pytest.raises(ValueError, match="shorter"):
        drawn(
            render_mixed_degree.run,
            pd.concat(rows).drop_duplicates(["degrees", "quantity", "run", "point"]),
            tmp_path,
            PARAMS,
        )
