"""Step ``render`` of results that compare kinds of networks: rows of dots, one for each network."""

from collections.abc import Mapping, Sequence

import pandas as pd

from compsparse.figures import api as fig
from compsparse.figures.replicates import require_columns
from compsparse.studies.regime.measures.measured import NAMES

_COLORS = fig.INK, *fig.CATEGORIES[:5], fig.GREY, *fig.CATEGORIES[:4]
COLORS = dict(zip(NAMES, _COLORS, strict=True))
OPTIMIZERS = {"adam": "Adam", "muon": "Muon", "muon_20": "Muon, 20 steps"}
MEASURES = {
    "survival": "share of sweeps that\nsurvive, all sizes",
    "survival_least": "share that survives\nthe smallest change",
    "excess": "excess of alignment",
    "orthogonality": "orthogonality of units",
    "ssim": "SSIM with the scene",
    "relative_error": "error of the sum of two edits",
    "radius": "step to a visible change,\nrelative, log10",
    "noise": "noise of gradients,\nlog10",
}


@fig.renders("kind", "run")
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

    ``note`` begins the footer.
    """
    require_columns(table, measures, "the table")
    kinds = [kind for kind in kinds if kind in set(table["kind"])]
    wide = fig.COLUMN_AND_A_HALF if len(measures) > 1 else fig.COLUMN
    high = 1.5 if any("\n" in MEASURES[measure] for measure in measures) else 1.3
    figure = fig.new_figure(wide, high + 0.24 * len(kinds))
    fig.headline(figure, headline)
    panels = figure.subplots(1, len(measures), sharey=True, squeeze=False)[0]
    places = {kind: place for place, kind in enumerate(reversed(kinds))}
    for axes, measure in zip(panels, measures, strict=True):
        for kind, place in places.items():
            draw_row(axes, table[table["kind"] == kind], measure, place, COLORS.get(kind, fig.INK))
        axes.set(xlabel=MEASURES[measure], ylim=(-0.6, len(kinds) - 0.4))
        if measure == "excess":
            axes.axvline(0, color=fig.GREY, linewidth=0.8, zorder=0)
        elif measure == "relative_error":
            axes.set_xlim(0, None)
    fig.set_ticks(panels[0].yaxis, {place: names.get(kind, kind) for kind, place in places.items()})
    said = f"{note} {table['run'].nunique()} scenes, a dot for each network;\ntick: mean."
    fig.footer(figure, said + " Hollow: it does not paint its scene." * ("paints" in table))
    return fig.settle(figure)


def draw_row(axes: fig.Axes, rows: pd.DataFrame, measure: str, place: int, color: str) -> None:
    """Draw a dot for each network, hollow where it does not paint, and a tick at their mean."""
    hollow = rows["paints"].to_numpy() == 0 if "paints" in rows else None
    placed = rows.assign(place=place)
    fig.draw_dots(axes, placed, x=measure, y="place", color=color, hollow=hollow)
    axes.plot(rows[measure].mean(), place, marker="|", markersize=11, color=color)
