"""Networks pruned by similarity, by what trains them (document 001, Figures 18 to 23)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import COLORS, NAMES, OPTIMIZERS, display_name
from compsparse.studies.regime.panels import MEASURES, mean_of, measure_panels

_APART = 0.22


@fig.renders("target", "training", "kind", "run", "alignment", "error", "excess_alignment")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    targets = table["target"].unique().tolist()
    trainings = [name for name in OPTIMIZERS if name in set(table["training"])]
    kinds = table["kind"].unique().tolist()
    figure, panels = measure_panels(
        [display_name(target) for target in targets],
        MEASURES,
        headline,
    )
    for target, column in zip(targets, panels.T, strict=True):
        for axes, measure in zip(column, MEASURES, strict=True):
            for place, kind in enumerate(kinds):
                chosen = table[(table["target"] == target) & (table["kind"] == kind)]
                shift = (place - (len(kinds) - 1) / 2) * _APART
                _draw(axes, chosen, measure, trainings, COLORS[kind], shift)
    names = [OPTIMIZERS[name].replace(", ", ",\n") for name in trainings]
    fig.set_ticks(panels[-1, 0].xaxis, dict(enumerate(names)))
    panels[0, 0].set_xlim(-0.5, len(trainings) - 0.5)
    last = table[(table["target"] == targets[-1]) & (table["training"] == trainings[-1])]
    heights = last.groupby("kind")["alignment"].mean()
    ends = [
        fig.LineEnd(len(trainings) - 1.0, float(heights[kind]), NAMES[kind], COLORS[kind])
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
            middle = mean_of(known, measure)
            axes.plot(place, middle, "_", color=color, markersize=9, markeredgewidth=2)
