"""Render step: flatness, volume and gradient noise, by kind of network."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import COLORS, NAMES

_WORDS = {
    "change": "change of the picture\nunder noise, log10",
    "radius": "step to a visible change,\nrelative, log10",
    "noise": "noise of gradients,\nlog10",
}


@fig.renders("kind", "run", "change", "radius", "noise")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    """A panel for each measure, a row for each kind."""
    kinds = list(dict.fromkeys(table["kind"]))[::-1]
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 1.5 + 0.24 * len(kinds))
    fig.headline(figure, headline)
    panels = figure.subplots(1, len(_WORDS), sharey=True)
    for axes, (measure, words) in zip(panels, _WORDS.items(), strict=True):
        for place, kind in enumerate(kinds):
            rows = table[table["kind"] == kind].assign(place=place)
            fig.draw_dots(axes, rows, x=measure, y="place", color=COLORS[kind])
            mean = rows[measure].mean()
            axes.plot(mean, place, marker="|", markersize=11, color=COLORS[kind])
        axes.set(xlabel=words, ylim=(-0.6, len(kinds) - 0.4))
    fig.set_ticks(panels[0].yaxis, {place: NAMES[kind] for place, kind in enumerate(kinds)})
    scenes = table["run"].nunique()
    fig.footer(figure, f"{scenes} scenes, a dot for each network; tick: mean.")
    return fig.settle(figure)
