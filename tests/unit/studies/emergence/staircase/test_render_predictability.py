from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.emergence.staircase import render_predictability
from tests.unit.studies.drawing import drawn, require_legible, written


def table(runs: int = 3) -> pd.DataFrame:
    rows = [
        (run, rank, 80.0 * rank, 80.0 * rank * np.exp(0.3 * (-1) ** rank), 80.0 * rank)
        for run in range(runs)
        for rank in range(1, 33)
    ]
    return pd.DataFrame(rows, columns=list(render_predictability.run.columns))


def test_a_panel_for_each_prediction(tmp_path: Path) -> None:
    figure = drawn(render_predictability.run, table(), tmp_path)
    require_legible(figure)
    for axes, column in zip(figure.axes, ("from_rank", "from_start"), strict=True):
        points = np.asarray(axes.collections[0].get_offsets())
        np.testing.assert_allclose(points, table()[[column, "time"]])
        assert axes.get_xlim() == axes.get_ylim()
    said = written(figure)
    assert "error 30 %" in said
    assert "error 0 %" in said
    assert "3 seeds, 96 skills" in said


def test_a_broken_table_is_refused(tmp_path: Path) -> None:
    for value in (0.0, -1.0, np.nan):
        rows = table()
        rows.loc[3, "time"] = value
        with pytest.raises(ValueError, match="not positive and finite"):
            drawn(render_predictability.run, rows, tmp_path)
    for column in render_predictability.run.columns:
        with pytest.raises(ValueError, match=f"the column '{column}' is missing"):
            drawn(render_predictability.run, table().drop(columns=column), tmp_path)
