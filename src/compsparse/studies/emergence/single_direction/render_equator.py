"""Render step: the share of steps near the equator, by dimension (document 003, Part I)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.single_direction import figure_parts

_TICKS = tuple(2**power for power in range(3, 13))
_SPREADS = {
    "none": "no band",
    "range": "band: smallest to largest",
    "interval": "band: 95 % t interval",
}
_DASHES: dict[int, str | tuple[float, tuple[float, ...]]] = {
    2: (0.0, (3.0, 1.5)),
    3: "-",
    4: "-",
}  # the edge case is outside the statement


@fig.renders("order", "dimension", "run", "outcome", "share")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 2.7)
    axes = figure.subplots()
    fig.headline(figure, "The share of steps near the equator grows with d")
    spread = ""
    for k in sorted(set(table["order"].astype(int))):
        dimensions, band = _shares(table[table["order"] == k])
        spread = max(spread, band.spread)
        fig.draw_band(axes, dimensions, band, color=figure_parts.COLORS[k], linestyle=_DASHES[k])
        axes.plot(
            dimensions, band.middle, color=figure_parts.COLORS[k], linestyle="none", marker="o"
        )
        end = float(dimensions[-1]), float(band.middle[-1])
        figure_parts.label_point(axes, *end, f"k = {k}", figure_parts.COLORS[k])
    axes.axhline(0.5, color=fig.GREY, linewidth=0.8)
    axes.set_xscale("log")
    shown = [d for d in _TICKS if table["dimension"].min() <= d <= table["dimension"].max()]
    axes.set_xticks(shown, [f"{d}" for d in shown])
    axes.minorticks_off()
    axes.margins(x=0.12)  # room for the labels
    axes.set_ylim(0.0, 1.0)
    axes.set_yticks([0.0, 0.5, 1.0], ["0", "half", "all"])
    axes.set_xlabel("input dimension d")
    axes.set_ylabel("share of the steps with m² < 0.1")
    axes.set_title("of all steps until m² = 1/2")
    runs = int(table.groupby(["order", "dimension"])["run"].nunique().min())
    fig.footer(
        figure,
        f"Online SGD from random starts, {runs} seeds a point; line: mean;\n"
        f"{_SPREADS[spread]}. m: overlap with θ.\n{_lost(table)}",
    )
    return fig.settle(figure)


def _shares(rows: pd.DataFrame) -> tuple[np.ndarray, fig.Band]:
    dimensions, bands = [], []
    for dimension, dimension_rows in rows.groupby("dimension"):
        shares = dimension_rows["share"].dropna().to_numpy(dtype=np.float64)
        if not len(shares):
            raise ValueError(
                f"The table has no share in dimension {dimension}; rebuild it with the evaluate "
                "step."
            )
        dimensions.append(float(str(dimension)))
        bands.append(fig.mean_band(shares[:, None]))
    joined = {
        name: np.concatenate([getattr(band, name) for band in bands])
        for name in ("middle", "low", "high")
    }
    spread = min(bands, key=lambda band: band.replicates).spread
    band = fig.Band(
        **joined, replicates=min(b.replicates for b in bands), spread=spread, geometric=False
    )
    return np.array(dimensions), band


def _lost(table: pd.DataFrame) -> str:
    counts = table["outcome"].value_counts()
    given_up, failed = int(counts.get("given up", 0)), int(counts.get("failed", 0))
    return (
        f"Left out: of {len(table)} runs, {given_up} given up, most while searching,\n"
        f"and {failed} that overflowed."
    )
