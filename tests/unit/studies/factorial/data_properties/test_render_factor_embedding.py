from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.factorial.data_properties import render_factor_embedding
from tests.unit.studies.drawing import drawn, require_legible, written

PARAMS = {"input_factors": [2] * 12}
DIMENSIONS = (1, 4, 8, 12, 13, 16, 20, 24, 28, 32)


def table() -> pd.DataFrame:
    rows = [
        (quantity, "2^12", run, d, np.nan, np.nan, np.nan, min(d, limit))
        for quantity, limit in (("rank of factors", 24), ("rank of inputs", 13))
        for run in range(3)
        for d in DIMENSIONS
    ]
    random = np.random.default_rng(4)
    rows += [
        ("vector", "2*3*2", np.nan, np.nan, factor, element, axis, random.standard_normal())
        for factor, size in enumerate((2, 3, 2))
        for element in range(size)
        for axis in range(2)
    ]
    return pd.DataFrame(rows, columns=list(render_factor_embedding.run.columns))


def test_vectors_and_bounds_are_named(tmp_path: Path) -> None:
    figure = drawn(render_factor_embedding.run, table(), tmp_path, PARAMS)
    require_legible(figure)
    text = written(figure)
    assert "= 24" in text and "= 13" in text
    assert "their sum: input (" in text
    assert "3 embeddings" in text


def test_arrows_lead_from_the_origin_to_the_input(tmp_path: Path) -> None:
    rows = table()
    figure = drawn(render_factor_embedding.run, rows, tmp_path, PARAMS)
    arrows = [t for t in figure.axes[0].texts if hasattr(t, "arrow_patch") and t.arrow_patch]
    *parts, whole = arrows
    assert len(parts) == 3
    start = np.zeros(2)
    for part in parts:
        np.testing.assert_allclose(part.xyann, start, atol=1e-12)
        start = np.array(part.xy)
    np.testing.assert_allclose(whole.xyann, 0)
    np.testing.assert_allclose(whole.xy, start)
    vectors = rows[rows["quantity"] == "vector"]
    steps = np.diff([[0.0, 0.0], *(part.xy for part in parts)], axis=0)
    for factor, step in enumerate(steps):
        factor_rows = vectors[vectors["factor"] == factor].pivot(
            index="element", columns="axis", values="value"
        )
        assert np.abs(factor_rows.to_numpy() - step).max(axis=1).min() < 1e-12


def test_ranks_are_drawn_at_their_dimensions_under_their_bounds(tmp_path: Path) -> None:
    axes = drawn(render_factor_embedding.run, table(), tmp_path, PARAMS).axes[1]
    lines = [line for line in axes.lines if len(line.get_xdata())]
    assert len(lines) == 4
    for limit, bound, points in zip((24, 13), lines[::2], lines[1::2], strict=True):
        assert np.asarray(bound.get_xdata()).tolist() == [0, limit, 32]
        assert np.asarray(bound.get_ydata()).tolist() == [0, limit, limit]
        assert np.asarray(points.get_xdata()).tolist() == list(DIMENSIONS) * 3
        assert np.asarray(points.get_ydata()).tolist() == [min(d, limit) for d in DIMENSIONS] * 3


def test_missing_parts_are_named(tmp_path: Path) -> None:
    rows = table()
    for column in render_factor_embedding.run.columns:
        with pytest.raises(ValueError, match=f"the column '{column}' is missing"):
            drawn(render_factor_embedding.run, rows.drop(columns=column), tmp_path, PARAMS)
