"""Step ``render`` of results that compare kinds of networks: rows of dots, one for each network."""

from collections.abc import Mapping, Sequence

import pandas as pd

from compsparse.figures import api as fig
from compsparse.figures.replicates import require_columns
from compsparse.studies.regime.measures.measured import NAMES

_COLORS = fig.INK, *fig.CATEGORIES[:5], fig.GREY, *fig.CATEGORIES[:4]
COLORS = dict(zip(NAMES, _COLORS, strict=True))
MEASURES = {
    "survival": "share of sweeps that survive",
    "survival_least": "share that survives\nthe smallest change",
    "excess": "excess of alignment",
    "orthogonality": "orthogonality of units",
    "ssim": "SSIM with the scene",
}


@fig.renders("kind", "run", "paints")
def run(
    table: pd.DataFrame,
    *,
    headline: fig.Headline,
    kinds: Sequence[str],
    measures: Sequence[str],
    note: str,
    names: Mapping[str, str] = NAMES,
) -> fig.Figure:
    """Draw a panel for each measure and a row for each kind; a tick at the mean.

    Networks that do not paint are hollow. ``note`` begins the footer.
    """
    require_columns(table, measures, "the table")
    kinds = [kind for kind in kinds if kind in set(table["kind"])]
    wide = fig.COLUMN_AND_A_HALF if len(measures) > 1 else fig.COLUMN
    figure = fig.new_figure(wide, 1.3 + 0.24 * len(kinds))
    fig.headline(figure, headline)
    panels = figure.subplots(1, len(measures), sharey=True, squeeze=False)[0]
    places = {kind: place for place, kind in enumerate(reversed(kinds))}
    for axes, measure in zip(panels, measures, strict=True):
        for kind, place in places.items():
            rows = table[table["kind"] == kind].assign(place=place)
            hollow = rows["paints"].to_numpy() == 0
            color = COLORS.get(kind, fig.INK)
            fig.draw_dots(axes, rows, x=measure, y="place", color=color, hollow=hollow)
            axes.plot(rows[measure].mean(), place, marker="|", markersize=11, color=color)
        axes.set(xlabel=MEASURES[measure], ylim=(-0.6, len(kinds) - 0.4))
        if measure == "excess":
            axes.axvline(0, color=fig.GREY, linewidth=0.8, zorder=0)
    fig.set_ticks(panels[0].yaxis, {place: names.get(kind, kind) for kind, place in places.items()})
    fig.footer(
        figure,
        f"{note} {table['run'].nunique()} scenes, a dot for each network;\n"
        "tick: mean. Hollow: it does not paint its scene.",
    )
    return fig.settle(figure)
