"""Render step: load and error of many small experts, with balancing and without."""

import pandas as pd

from compsparse.figures import api as fig

_TITLES = {"several_skills": "several skills", "one_skill": "one skill", "generic": "generic"}
_PLACES = {"fine": 0, "fine_balanced": 1}


@fig.renders("kind", "arm", "run", "error", "load", "unused")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    """Load on the left, error on the right; a line for each run."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.5)
    fig.headline(figure, headline)
    panels = figure.subplots(1, 2)
    chosen = table[table["arm"].isin(_PLACES)]
    labels = []
    for axes, column, words in zip(
        panels, ("load", "error"), ("largest load over mean", "error over variance"), strict=True
    ):
        ends = []
        for (kind, title), color in zip(_TITLES.items(), fig.CATEGORIES, strict=False):
            rows = chosen[chosen["kind"] == kind]
            wide = rows.pivot(index="arm", columns="run", values=column).loc[list(_PLACES)]
            axes.plot([0, 1], wide, color=color, marker="o", markersize=2.5, linewidth=0.7)
            ends.append(fig.LineEnd(1.0, float(wide.iloc[1].median()), title, color))
        axes.set(yscale="log", ylabel=words, xlim=(-0.2, 1.2))
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
