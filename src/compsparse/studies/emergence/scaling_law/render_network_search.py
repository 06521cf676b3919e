"""Render step: samples until a whole network has its first direction, against the dimension."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import geometric_means, log_axes, panels


@fig.renders("dimension", "run", "group", "samples", "predicted", "failed")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure, axes = panels(headline, fig.COLUMN, 2.7)
    known = table.assign(run=table["group"], samples=table["samples"].fillna(np.inf))
    cells = known.groupby(["run", "dimension"], as_index=False)
    medians = cells[["samples", "predicted"]].median().assign(trainer="SGD")
    dimensions, theory = geometric_means(medians, "dimension", "predicted")
    axes.plot(dimensions, theory, color=fig.GREY, linewidth=0.9, linestyle="--")
    curves = fig.draw_curves(
        axes,
        medians,
        x="dimension",
        y="samples",
        by="trainer",
        styles={"SGD": ("online SGD", fig.CATEGORIES[0])},
        geometric=True,
        marker="o",
    )
    (end,), (band,) = curves.ends, curves.bands
    law = end.y * (dimensions / end.x) ** 2
    axes.plot(dimensions, law, color=fig.GREY, linewidth=0.8, linestyle=":")
    log_axes(axes)
    fig.set_ticks(axes.xaxis, dimensions)
    axes.set(xlabel="input dimension d", ylabel="samples n")
    size = len(table) // (table["dimension"].nunique() * band.replicates)
    fig.footer(
        figure,
        f"k = 3, online SGD on all neurons, step ∝ d{fig.raised('-3/2')}. Medians of groups of\n"
        f"{size} runs as seeds: {fig.band_note([band])}\n"
        f"{int(table['samples'].isna().sum())} of {len(table)} runs never learned it, "
        f"{int(table['failed'].sum())} of them overflowed.\n"
        "Dashed: the best neuron of the start alone, without noise; dotted: d².",
    )
    alone = fig.LineEnd(end.x, float(theory[-1]), "no noise", fig.GREY)
    return fig.settle(figure, fig.label_line_ends(axes, [end, alone]))
