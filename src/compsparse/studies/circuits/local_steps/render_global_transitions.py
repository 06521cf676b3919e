"""Render step: samples to learn a step with and without locality (document 000, Figure 10.2)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig

_NAMES = {"whole": "table of whole states", "block": "table of blocks of 2 × 2 cells"}
_BESIDE = {"whole": (6.0, 0.0), "block": (0.0, 14.0)}  # points from the end of a line


@fig.renders("learner", "cells", "run", "states", "expected")
def run(table: pd.DataFrame, *, share: float) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 2.6)
    axes = figure.subplots()
    fig.headline(figure, "Without locality, samples double per cell")
    bands = []
    colors = fig.CATEGORIES[: len(_NAMES)]
    for (learner, name), color in zip(_NAMES.items(), colors, strict=True):
        rows = table[table["learner"] == learner]
        cells, states = fig.replicate_curves(rows, point="cells", value="states")
        _, expected = fig.replicate_curves(rows, point="cells", value="expected")
        band = fig.log_band(states, "states")
        bands.append(band)
        fig.draw_band(axes, cells, band, color=color)
        axes.plot(cells, expected[0], linestyle="none", marker="o", color=fig.GREY, markersize=2.5)
        axes.annotate(
            name,
            (float(cells[-1]), float(band.middle[-1])),
            xytext=_BESIDE[learner],
            textcoords="offset points",
            ha="left" if _BESIDE[learner][0] > 0 else "right",
            va="center",
            color=fig.for_text(color),
        )
    axes.set_yscale("log")
    sizes = np.unique(table["cells"].to_numpy())
    axes.set_xticks(sizes, [str(size) for size in sizes])
    axes.set_xlabel("cells of the grid")
    axes.set_ylabel(f"states seen until {share:.0%} are right")
    fig.footer(
        figure, f"One step of billiard balls. Dots: calculated means.\n{fig.band_note(bands)}"
    )
    return fig.settle(figure)
