from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.factorial.compression import render_global_minimum
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.factorial.expected_curves import require_curve

CELLS = ((4, 32), (8, 64), (16, 128), (16, 256))


def table(runs: int = 3) -> pd.DataFrame:
    rows = [
        (width, complexity, d, run, loss * (1 + 0.2 * run), 1.6 * loss * (1 + 0.2 * run))
        for width, complexity in CELLS
        for d in (2, 4, 8)
        if d <= width
        for run in range(runs)
        for loss in [1e-16 if d == width else complexity / 200 * 10.0 ** (-d / 3)]
    ]
    return pd.DataFrame(rows, columns=list(render_global_minimum.run.columns))


def test_lines_of_each_dimension_below_ac(tmp_path: Path) -> None:
    figure = drawn(render_global_minimum.run, table(), tmp_path)
    require_legible(figure)
    for text in ("d = 2", "d = 4", "d = 8", "3 seeds", "upper bound"):
        assert text in written(figure)
    # found for each dimension, then trained
    lines = figure.axes[0].lines
    assert [len(line.get_xdata()) for line in lines] == [4, 3, 2] * 2
    found, trained = lines[0], lines[3]
    ratio = np.asarray(trained.get_ydata()) / np.asarray(found.get_ydata())
    assert ratio == pytest.approx(1.6)
    rows = table()
    narrow = rows[rows["embedding_dimension"] < rows["approximation_complexity"]]
    for index, d in enumerate((2, 4, 8)):
        dimension_rows = narrow[narrow["embedding_dimension"] == d]
        for line, value in zip(lines[index::3], ("loss", "trained_loss"), strict=True):
            require_curve(line, dimension_rows, "statistical_complexity", value)


def test_without_a_dimension_below_ac_there_is_nothing_to_draw(tmp_path: Path) -> None:
    rows = table()
    wide = rows[rows["embedding_dimension"] >= rows["approximation_complexity"]]
    with pytest.raises(ValueError, match="no embedding dimension below AC"):
        drawn(render_global_minimum.run, wide, tmp_path)
    for column in render_global_minimum.run.columns:
        with pytest.raises(ValueError, match=f"the column '{column}' is missing"):
            drawn(render_global_minimum.run, rows.drop(columns=column), tmp_path)


def test_a_loss_of_zero_is_drawn_at_the_lower_edge(tmp_path: Path) -> None:
    rows = table()
    assert "is drawn there" not in written(drawn(render_global_minimum.run, rows, tmp_path))
    rows.loc[rows["statistical_complexity"] == 32, "loss"] = -1e-16
    figure = drawn(render_global_minimum.run, rows, tmp_path)
    require_legible(figure)
    assert "Less than 1e-06 nats is drawn there" in written(figure)
    assert figure.axes[0].lines[0].get_ydata()[0] == pytest.approx(1e-6)


def test_one_seed_has_no_band(tmp_path: Path) -> None:
    assert "1 seed, no band." in written(drawn(render_global_minimum.run, table(1), tmp_path))
