"""Render step: shares of compositional and of fractured networks, by kind."""

from collections.abc import Sequence

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.measures.measured import NAMES


@fig.renders("kind", "run", "inside", "compositional", "fractured")
def run(table: pd.DataFrame, *, headline: fig.Headline, weights: Sequence[int]) -> fig.Figure:
    """A bar for each kind: compositional, fractured, and what is left does not paint."""
    kinds = [kind for kind in NAMES if kind in set(table["kind"])][::-1]
    figure = fig.new_figure(fig.COLUMN, 1.2 + 0.24 * len(kinds))
    fig.headline(figure, headline)
    axes = figure.subplots()
    shares = table.groupby("kind")[["compositional", "fractured"]].mean().loc[kinds]
    colors = fig.CATEGORIES[0], fig.CATEGORIES[1]
    axes.barh(range(len(kinds)), shares["compositional"], color=colors[0])
    left = shares["compositional"]
    axes.barh(range(len(kinds)), shares["fractured"], left=left, color=colors[1])
    regime = set(table.loc[table["inside"].astype(bool), "kind"])
    names = [NAMES[kind] + (" (inside)" if kind in regime else "") for kind in kinds]
    fig.set_ticks(axes.yaxis, dict(enumerate(names)))
    axes.set(xlabel="share of networks", xlim=(0, 1), ylim=(-0.6, len(kinds) + 0.6))
    fig.key(axes, [("compositional", colors[0]), ("fractured", colors[1])])
    fig.footer(
        figure,
        f"Pruned to {' and '.join(map(str, weights))} weights; {table['run'].nunique()} scenes.\n"
        "What is left does not paint its scene.",
    )
    return fig.settle(figure)
