"""Render step: the share of steps near the equator, by dimension (document 003, Part I)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import DASHES, ORDER_COLORS, Points, panels

_SPREADS = {
    "none": "no band",
    "range": "band: smallest to largest",
    "interval": "band: 95 % t interval",
}
_EDGE_CASE = 2  # outside the statement


@fig.renders("order", "dimension", "run", "outcome", "share")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure, axes = panels(headline, fig.COLUMN, 2.7)
    spread = ""
    for k in sorted(set(table["order"].astype(int))):
        color, line = ORDER_COLORS[k], DASHES if k == _EDGE_CASE else "-"
        dimensions, band = _shares(table[table["order"] == k])
        spread = max(spread, band.spread)
        fig.draw_band(axes, dimensions, band, color=color, linestyle=line)
        axes.plot(dimensions, band.middle, color=color, linestyle="none", marker="o")
        end = float(dimensions[-1]), float(band.middle[-1])
        fig.write(axes, f"k = {k}", *end, color=color, shift=(6, 0), va="center")
    fig.mark_height(axes, 0.5)
    axes.set(xscale="log", ylim=(0.0, 1.0))
    low, high = table["dimension"].min(), table["dimension"].max()
    fig.set_ticks(axes.xaxis, [2**p for p in range(3, 13) if low <= 2**p <= high])
    fig.set_ticks(axes.yaxis, {0.0: "0", 0.5: "half", 1.0: "all"})
    axes.margins(x=0.12)  # room for the labels
    axes.set(xlabel="input dimension d", ylabel="share of the steps with m² < 0.1")
    axes.set_title("of all steps until m² = 1/2")
    runs = int(table.groupby(["order", "dimension"])["run"].nunique().min())
    lost = table["outcome"].value_counts()
    fig.footer(
        figure,
        f"Online SGD from random starts, {runs} seeds a point; line: mean;\n"
        f"{_SPREADS[spread]}. m: overlap with θ.\nLeft out: of {len(table)} runs, "
        f"{int(lost.get('given up', 0))} given up "
        f"and {int(lost.get('failed', 0))} that overflowed.",
    )
    return fig.settle(figure)


def _shares(rows: pd.DataFrame) -> tuple[Points, fig.Band]:
    """Return dimensions and the band of shares, in each over the runs that have one."""
    bands = {}
    for dimension, shares in rows.groupby("dimension")["share"]:
        known = shares.dropna().to_numpy(dtype=np.float64)
        if not len(known):
            raise ValueError(
                f"The table has no share in dimension {dimension}; rebuild it with the evaluate "
                "step."
            )
        bands[float(str(dimension))] = fig.mean_band(known[:, None])
    fewest = min(bands.values(), key=lambda band: band.replicates)
    middle, low, high = (
        np.concatenate([getattr(band, name) for band in bands.values()])
        for name in ("middle", "low", "high")
    )
    band = fig.Band(middle, low, high, fewest.replicates, fewest.spread, geometric=False)
    return np.array(list(bands)), band
