"""Render step: updates until a parity is learned against the number of inputs."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.composition.reached import draw_reached

_TITLES = {"mixture": "with labels of lower degree", "hard_only": "parity alone"}


@fig.renders("data", "degree", "inputs", "run", "rate", "needed", "at_least")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 3.0)
    fig.headline(figure, headline)
    styles = fig.name_groups(sorted(set(table["degree"])), "degree {}", ordered=True)
    panels = figure.subplots(1, 2, sharey=True)
    labels = []
    for axes, (data, title) in zip(panels, _TITLES.items(), strict=True):
        ends = []
        for degree, (words, color) in styles.items():
            rows = table[(table["data"] == data) & (table["degree"] == degree)]
            draw_reached(axes, rows, "inputs", "needed", "at_least", color)
            means = np.exp(np.log(rows["at_least"]).groupby(rows["inputs"]).mean())
            axes.plot(means.index, means, color=color)
            ends.append(fig.LineEnd(float(means.index[-1]), float(means.iloc[-1]), words, color))
        axes.set_xscale("log")
        axes.set_yscale("log")
        fig.set_ticks(axes.xaxis, _apart(sorted(set(table["inputs"]))))
        axes.set_xlabel("d, inputs")
        axes.set_title(title)
        labels.append(fig.label_line_ends(axes, ends))
    panels[0].set_ylabel("updates until 95 % right")
    fig.footer(
        figure,
        f"Dots: each of {table['run'].nunique()} runs; triangles: not reached, drawn at the last "
        f"update. Lines: geometric means,\nlower bounds where a triangle is. Rates chosen on "
        "validation among the same ones.",
    )
    return fig.settle(figure, *labels)


def _apart(places: list[int]) -> list[int]:
    """Return places of which each is a quarter larger than the one before, to be written at."""
    chosen = places[:1]
    for place in places[1:]:
        if place >= 1.25 * chosen[-1]:
            chosen.append(place)
    return chosen
