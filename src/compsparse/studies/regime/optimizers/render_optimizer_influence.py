"""Networks pruned by similarity, by what trains them (document 001, Figures 18 to 23)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import COLORS, NAMES, OPTIMIZERS, display_name

_PANELS = {
    "alignment": "alignment",
    "error": "mean squared error",
    "excess_alignment": "excess of alignment",
}
_APART = 0.22


@fig.renders("target", "training", "kind", "run", "alignment", "error", "excess_alignment")
def run(table: pd.DataFrame) -> fig.Figure:
    targets = list(dict.fromkeys(table["target"]))
    trainings = [name for name in OPTIMIZERS if name in set(table["training"])]
    kinds = list(dict.fromkeys(table["kind"]))
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 1.4 * len(_PANELS) + 1.0)
    panels = figure.subplots(len(_PANELS), len(targets), squeeze=False, sharex=True, sharey="row")
    fig.headline(figure, "The optimizer hardly moves alignment")
    for column, target in enumerate(targets):
        panels[0, column].set_title(display_name(target))
        for row, (measure, name) in enumerate(_PANELS.items()):
            axes = panels[row, column]
            if measure.startswith("excess"):
                axes.axhline(0.0, color=fig.GREY, linewidth=0.8)
            for place, kind in enumerate(kinds):
                chosen = table[(table["target"] == target) & (table["kind"] == kind)]
                shift = (place - (len(kinds) - 1) / 2) * _APART
                _draw(axes, chosen, measure, trainings, COLORS[kind], shift)
            if measure == "error":
                axes.set_yscale("log")
            if column == 0:
                axes.set_ylabel(name)
    panels[-1, 0].set_xticks(
        range(len(trainings)), [OPTIMIZERS[name].replace(", ", ",\n") for name in trainings]
    )
    panels[0, 0].set_xlim(-0.5, len(trainings) - 0.5)
    last = table[(table["target"] == targets[-1]) & (table["training"] == trainings[-1])]
    ends = [
        fig.LineEnd(
            len(trainings) - 1.0,
            float(last.loc[last["kind"] == kind, "alignment"].mean()),
            NAMES[kind],
            COLORS[kind],
        )
        for kind in kinds
    ]
    labels = fig.label_line_ends(panels[0, -1], ends)
    fig.footer(
        figure,
        f"After two rounds; thin lines: {table['run'].nunique()} seeds, each from one dense "
        "network; bars: means\n(geometric on the log axis). Excess: over dense networks of the "
        "same error.",
    )
    return fig.settle(figure, labels)


def _draw(
    axes: fig.Axes, rows: pd.DataFrame, measure: str, trainings: list[str], color: str, shift: float
) -> None:
    wide = rows.pivot(index="run", columns="training", values=measure)
    places = np.array([place for place, name in enumerate(trainings) if name in wide]) + shift
    values = wide[[name for name in trainings if name in wide]].to_numpy(dtype=np.float64)
    for seed in values:
        axes.plot(places, seed, "-o", color=color, alpha=0.35, linewidth=0.5, markersize=2)
    for place, column in zip(places, values.T, strict=True):
        known = column[np.isfinite(column)]
        if len(known):
            mean = np.exp(np.log(known).mean()) if measure == "error" else known.mean()
            axes.plot(place, mean, "_", color=color, markersize=9, markeredgewidth=2)
