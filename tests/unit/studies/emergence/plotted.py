"""What a figure shows of a table: lines by their points, and the means that they should have."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from numpy.typing import ArrayLike


def line_of(axes: Axes, x: ArrayLike, y: ArrayLike) -> Line2D:
    """Return the first line through exactly these points; fail where there is none."""
    wanted = np.column_stack([np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)])
    for line in axes.lines:
        points = np.asarray(line.get_xydata(), dtype=np.float64)
        if points.shape == wanted.shape and np.allclose(points, wanted, rtol=1e-6, atol=0.0):
            return line
    raise AssertionError(f"No line goes through {wanted[:3].tolist()} ...")


def means(rows: pd.DataFrame, point: str, value: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the points of a table in order, and the mean of a value over runs at each."""
    mean = rows.groupby(point)[value].mean()
    return mean.index.to_numpy(), mean.to_numpy()


def geometric(rows: pd.DataFrame, point: str, value: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the points of a table in order, and the geometric mean of a value at each."""
    points, mean = means(rows.assign(**{value: np.log(rows[value])}), point, value)
    return points, np.exp(mean)
