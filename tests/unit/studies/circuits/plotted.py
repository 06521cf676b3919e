"""Compares the lines of a figure with the curves that its table says."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

Curve = tuple[Any, Any]  # x and y


def require_curves(axes: Axes, expected: Sequence[Curve]) -> None:
    """Fail unless the lines are these and no others, in this order."""
    assert len(axes.lines) == len(expected)
    for line, (x, y) in zip(axes.lines, expected, strict=True):
        np.testing.assert_allclose(np.asarray(line.get_xdata(), dtype=float), x)
        np.testing.assert_allclose(np.asarray(line.get_ydata(), dtype=float), y)


def plotted_lines(axes: Any) -> list[Any]:
    """Return the points of each line, as rows x and y."""
    return [np.array(line.get_data(), dtype=float) for line in axes.lines]


def require_lines(found: list[Any], expected: list[Any]) -> None:
    """Fail unless these lines have the expected points."""
    assert len(found) == len(expected)
    for line, curve in zip(found, expected, strict=True):
        np.testing.assert_allclose(line, curve, rtol=1e-9)


def mean_curve(rows: pd.DataFrame, x: str, y: str, *, geometric: bool = False) -> Curve:
    """Return the mean over all rows of one x, for each x."""
    values = np.log(rows[y]) if geometric else rows[y]
    means = values.groupby(rows[x]).mean().sort_index()
    return means.index, np.exp(means) if geometric else means
