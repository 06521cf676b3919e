"""Render step: what survives of drawings, by drawing and kind of network."""

from collections.abc import Sequence

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.measures.measured import NAMES
from compsparse.studies.regime.measures.render_kinds import COLORS


@fig.renders("kind", "run", "survival", "paints")
def run(table: pd.DataFrame, *, headline: fig.Headline, drawings: Sequence[str]) -> fig.Figure:
    """A row for each drawing, a color for each kind."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 1.4 + 0.3 * len(drawings))
    fig.headline(figure, headline)
    axes = figure.subplots()
    kinds = ("dense", "similarity", "random")
    for place, kind in enumerate(kinds):
        rows = table[table["kind"] == kind]
        drawing = rows["run"] % len(drawings)
        rows = rows.assign(place=len(drawings) - 1 - drawing + 0.2 * (1 - place))
        hollow = rows["paints"].to_numpy() == 0
        fig.draw_dots(axes, rows, x="survival", y="place", color=COLORS[kind], hollow=hollow)
    names = [name.replace("_", " ") for name in reversed(drawings)]
    fig.set_ticks(axes.yaxis, dict(enumerate(names)))
    axes.set(xlabel="share of sweeps that survive, all sizes", ylim=(-0.6, len(drawings) + 0.4))
    fig.key(axes, [(NAMES[kind], COLORS[kind]) for kind in kinds])
    fig.footer(figure, "A dot for each network. Hollow: it does not paint the drawing.")
    return fig.settle(figure)
