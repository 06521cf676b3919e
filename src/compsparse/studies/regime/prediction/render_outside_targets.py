"""Score and error at the predicted depth and to either side (document 001, Figures 5, 24 to 29)."""

import math
import textwrap

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import COLORS, NAMES, display_name
from compsparse.studies.regime.panels import draw_against

_PANELS = {"score": "score", "error": "squared error", "excess_score": "excess"}
_COLUMNS = 4
_LETTERS = 18  # of a name on one line


@fig.renders("target", "depth", "offset", "kind", "run", "score", "error", "excess_score")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    targets = list(dict.fromkeys(table["target"]))
    measures = [measure for measure in _PANELS if table[measure].notna().any()]
    lines = math.ceil(len(targets) / _COLUMNS)
    columns = min(_COLUMNS, len(targets))
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, (0.95 * len(measures) + 0.35) * lines + 0.75)
    panels = figure.subplots(lines * len(measures), columns, squeeze=False)
    fig.headline(figure, headline)
    bands: list[fig.Band] = []
    for axes in panels.flat:
        axes.set_axis_off()
    for place, target in enumerate(targets):
        line, column = divmod(place, columns)
        rows_of_panels = panels[line * len(measures) : (line + 1) * len(measures), column]
        rows = table[table["target"] == target]
        rows_of_panels[0].set_title("\n".join(textwrap.wrap(display_name(target), _LETTERS)))
        depths = sorted(rows["depth"].unique().tolist())
        predicted = rows.loc[rows["offset"] == 0, "depth"].iloc[0]
        for axes, measure in zip(rows_of_panels, measures, strict=True):
            axes.set_axis_on()
            axes.axvline(predicted, color=fig.PALE, linewidth=5, zorder=0)
            for kind, networks in rows.groupby("kind", sort=False):
                color = COLORS[str(kind)]
                bands += draw_against(axes, networks, "depth", measure, color, circles=False)
            axes.set_xticks(depths, [])
            if column == 0:
                axes.set_ylabel(_PANELS[measure])
        rows_of_panels[-1].set_xticks(depths, depths)
        rows_of_panels[-1].set_xlabel("hidden layers")
    for place, measure in enumerate(measures):
        _same_limits([axes for axes in panels[place :: len(measures)].flat if axes.axison], measure)
    labels = fig.label_line_ends(panels[0, columns - 1], _ends(table, targets[columns - 1]))
    fig.footer(
        figure,
        f"Shaded: the predicted depth. Pruned networks after the last round;\n"
        f"{fig.band_note(bands)}\n"
        "Networks differ in their error: a difference of scores may be that of the errors below.",
    )
    return fig.settle(figure, labels)


def _ends(table: pd.DataFrame, target: str) -> list[fig.LineEnd]:
    """Return where the lines of a target's scores end; a kind without a line is named at 0."""
    ends = []
    networks = table[table["target"] == target]
    for kind in dict.fromkeys(table["kind"]):
        means = networks[networks["kind"] == kind].groupby("depth")["score"].mean()
        known = means.dropna()
        place = (float(known.index[-1]), float(known.iloc[-1])) if len(known) else (0.0, 0.0)
        ends.append(fig.LineEnd(*place, NAMES[kind], COLORS[kind]))
    return ends


def _same_limits(panels: list[fig.Axes], measure: str) -> None:
    """Give panels of one measure one axis, with numbers in the first column only."""
    if measure == "error":
        for axes in panels:
            axes.set_yscale("log")
    low, high = zip(*(axes.get_ylim() for axes in panels), strict=True)
    for axes in panels:
        axes.set_ylim(min(low), max(high))
        if not axes.get_ylabel():
            axes.tick_params(axis="y", which="both", labelleft=False)
