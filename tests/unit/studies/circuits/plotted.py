"""Compares the lines of a figure with the curves that its table says."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

Curve = tuple[Any, Any]  # x and y


def require_curves(axes: Axes, expected: Sequence[Curve]) -> None:
    """Fail unless the lines are these and no others."""
    require_lines(plotted_lines(axes), [np.array(curve, dtype=float) for curve in expected])


def plotted_lines(axes: Any) -> list[Any]:
    """Return the points of each line, as rows x and y."""
    return [np.array(line.get_data(), dtype=float) for line in axes.lines]


def require_lines(found: list[Any], expected: list[Any]) -> None:
    """Fail unless these lines, drawn in any order, have the expected points."""
    left = list(found)
    for curve in expected:
        same = [
            place
            for place, line in enumerate(left)
            if line.shape == np.shape(curve) and np.allclose(line, curve, rtol=1e-9, atol=1e-12)
        ]
        assert same, f"No line is {curve}; there are {left}."
        del left[same[0]]
    assert not left


def mean_curve(rows: pd.DataFrame, x: str, y: str, *, geometric: bool = False) -> Curve:
    """Return the mean over all rows of one x, for each x."""
    values = np.log(rows[y]) if geometric else rows[y]
    means = values.groupby(rows[x]).mean().sort_index()
    return means.index, np.exp(means) if geometric else means
