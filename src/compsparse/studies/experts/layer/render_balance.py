"""Render step: load and error of many small experts, with balancing and without."""

import pandas as pd

from compsparse.figures import api as fig

_ARMS = ["fine", "fine_balanced"]


@fig.renders("kind", "arm", "run", "error", "load", "unused")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    """Load on the left, error on the right; a line for each run."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.5)
    fig.headline(figure, headline)
    panels = figure.subplots(1, 2)
    columns = {"load": "largest load over mean", "error": "error over variance"}
    chosen = table[table["arm"].isin(_ARMS)]
    labels = []
    for axes, (column, name) in zip(panels, columns.items(), strict=True):
        ends = []
        kinds = chosen.groupby("kind", sort=False)
        for (kind, rows), color in zip(kinds, fig.CATEGORIES, strict=False):
            wide = rows.pivot(index="arm", columns="run", values=column).loc[_ARMS]
            axes.plot([0, 1], wide, color=color, marker="o", markersize=2.5, linewidth=0.7)
            words = str(kind).replace("_", " ")
            ends.append(fig.LineEnd(1.0, float(wide.iloc[1].median()), words, color))
        axes.set(yscale="log", ylabel=name, xlim=(-0.2, 1.2))
        axes.yaxis.set_minor_formatter(fig.NullFormatter())
        fig.set_ticks(axes.xaxis, {0: "as it comes", 1: "balanced"})
        labels.append(fig.label_line_ends(axes, ends))
    fig.set_ticks(panels[0].yaxis, [1, 2, 4, 8])
    seeds, unused = table["run"].nunique(), chosen["unused"].mean()
    fig.footer(
        figure,
        f"Many small experts; a line for each of {seeds} seeds. Experts that never receive an "
        f"input, on average: {unused:.2g}.",
    )
    return fig.settle(figure, *labels)
