"""Cells of width and depth, shaded by a share."""

import numpy as np
import pandas as pd
from matplotlib.collections import QuadMesh
from matplotlib.colors import LinearSegmentedColormap

from compsparse.figures import api as fig

_SHADES = LinearSegmentedColormap.from_list("ratios", ["#ffffff", fig.CATEGORIES[0], "#00304d"])


def draw_cells(axes: fig.Axes, percent: pd.DataFrame) -> QuadMesh:
    """Draw a cell for each depth (rows) and width (columns); those without a value are grey."""
    values = percent.to_numpy(dtype=np.float64)
    edges = [np.arange(count + 1) - 0.5 for count in reversed(values.shape)]
    axes.set_facecolor(fig.PALE)  # under cells that are not computed
    mesh = axes.pcolormesh(
        *edges, np.ma.masked_invalid(values), cmap=_SHADES, vmin=0.0, vmax=100.0, rasterized=True
    )
    axes.set_xticks(range(len(percent.columns)), [str(width) for width in percent.columns])
    axes.set_yticks(range(len(percent.index)), [str(depth) for depth in percent.index])
    axes.tick_params(length=0)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    return mesh
