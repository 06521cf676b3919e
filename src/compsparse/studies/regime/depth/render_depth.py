"""Render step: both readings against the depth, of dense and of pruned networks."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.measures.measured import NAMES
from compsparse.studies.regime.measures.render_kinds import COLORS


@fig.renders("kind", "copy", "depth", "run", "survival", "excess", "paints")
def run(table: pd.DataFrame, *, headline: fig.Headline, weights: int) -> fig.Figure:
    """Survival on the left, excess on the right; means of both networks of a scene."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.5)
    fig.headline(figure, headline)
    left, right = figure.subplots(1, 2)
    means = table.groupby(["kind", "depth", "run"], as_index=False)[["survival", "excess"]].mean()
    labels = []
    bands = []
    for axes, measure, words in (
        (left, "survival", "share of sweeps that survive, all sizes"),
        (right, "excess", "excess of alignment"),
    ):
        styles = {kind: (NAMES[kind], COLORS[kind]) for kind in ("similarity", "dense")}
        curves = fig.draw_curves(
            axes, means, x="depth", y=measure, by="kind", styles=styles, marker="o"
        )
        axes.set(xlabel="hidden layers", ylabel="")
        axes.set_title(words, loc="left")
        fig.set_ticks(axes.xaxis, sorted(set(table["depth"])))
        labels.append(fig.label_line_ends(axes, curves.ends))
        bands += curves.bands
    fig.set_ticks(left.yaxis, [0, 0.5, 1])  # a share; automatic ones change with the layout
    paint = table.groupby("kind")["paints"].mean()
    fig.footer(
        figure,
        f"Similarity: pruned to {weights} weights. {fig.band_note(bands)}\n"
        f"Networks that paint: {paint['dense']:.0%} of dense, {paint['similarity']:.0%} of pruned.",
    )
    return fig.settle(figure, *labels)
