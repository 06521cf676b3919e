"""Marks that several figures share: a line of seeds, and bands over depth."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import COLORS


def draw_seeds(
    axes: fig.Axes,
    height: int | float,
    values: Float64[np.ndarray, " seed"],
    color: str,
    marker: str = "o",
    mean: tuple[float, float] = (12.0, 2.0),  # length and width of its bar
    **style: Any,
) -> None:
    """Draw a mark for each seed, and a bar at their mean; nothing for no seeds."""
    if len(values):
        heights = np.full(len(values), height)
        axes.plot(values, heights, marker, color=color, **{"alpha": 0.4, "markersize": 3, **style})
        length, width = mean
        axes.plot(values.mean(), height, "|", color=color, markersize=length, markeredgewidth=width)


def depth_bands(
    axes: fig.Axes, rows: pd.DataFrame, measure: str
) -> Iterator[tuple[str, pd.DataFrame, fig.Band | None]]:
    """Draw a measure of each kind of networks over depth, where all runs have a value.

    Yields:
        For each kind its values by run and depth, and the band; None where no depth has all values.
    """
    for kind, networks in rows.groupby("kind", sort=False):
        wide = networks.pivot(index="run", columns="depth", values=measure)
        known = wide.dropna(axis="columns")
        band = None
        if known.shape[1]:
            values = known.to_numpy(dtype=np.float64)
            band = fig.log_band(values, measure) if measure == "error" else fig.mean_band(values)
            depths = known.columns.to_numpy(dtype=np.float64)
            fig.draw_band(axes, depths, band, color=COLORS[str(kind)])
        yield str(kind), wide, band
