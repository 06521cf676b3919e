"""Render step: samples until a whole network has its first direction, against the dimension."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig


@fig.renders("dimension", "run", "group", "samples", "predicted", "failed")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 2.7)
    axes = figure.subplots()
    fig.headline(figure, "First skill of a whole network: ~d² samples")
    known = table.assign(samples=table["samples"].fillna(np.inf))
    medians = known.groupby(["group", "dimension"], as_index=False)[
        ["samples", "predicted"]
    ].median()
    ends = []
    curves = {
        column: fig.replicate_curves(medians, point="dimension", value=column, replicate="group")
        for column in ("samples", "predicted")
    }
    dimensions, values = curves["samples"]
    band, theory = fig.log_band(values, "samples"), fig.log_band(curves["predicted"][1])
    axes.plot(dimensions, theory.middle, color=fig.GREY, linewidth=0.9, linestyle="--")
    law = band.middle[-1] * (dimensions / dimensions[-1]) ** 2
    axes.plot(dimensions, law, color=fig.GREY, linewidth=0.8, linestyle=":")
    fig.draw_band(axes, dimensions, band, color=fig.CATEGORIES[0])
    axes.plot(dimensions, band.middle, "o", color=fig.CATEGORIES[0])
    for text, curve, color in (
        ("online SGD", band.middle, fig.CATEGORIES[0]),
        ("no noise", theory.middle, fig.GREY),
    ):
        ends.append(fig.LineEnd(float(dimensions[-1]), float(curve[-1]), text, color))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks(dimensions, [f"{d:g}" for d in dimensions])
    axes.xaxis.set_minor_locator(fig.NullLocator())
    axes.set_xlabel("input dimension d")
    axes.set_ylabel("samples n")
    size = len(table) // (table["dimension"].nunique() * band.replicates)
    fig.footer(
        figure,
        f"k = 3, online SGD on all neurons, step ∝ d{fig.raised('-3/2')}. Medians of groups of\n"
        f"{size} runs as seeds: {fig.band_note([band])}\n"
        f"{int(table['samples'].isna().sum())} of {len(table)} runs never learned it, "
        f"{int(table['failed'].sum())} of them overflowed.\n"
        "Dashed: the best neuron of the start alone, without noise; dotted: d².",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))
