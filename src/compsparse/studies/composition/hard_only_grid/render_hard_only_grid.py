"""Render step: accuracy of the longest hop at the end, by rate, a panel for each depth."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.composition.task.curves import mark_chance

_APART = 1.12  # ratio of drawn rates, so that points do not cover each other


@fig.renders(
    "data", "rate", "run", "hops", "step", "accuracy", "chance", "layers", "initial_scale", "chosen"
)
def run(table: pd.DataFrame) -> fig.Figure:
    longest = table[table["hops"] == table["hops"].max()]
    depths = sorted(set(longest["layers"]))
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.8)
    fig.headline(figure, "No depth, rate or initial scale teaches the longest hop alone")
    panels = figure.subplots(1, len(depths), squeeze=False, sharey=True)[0]
    alone = longest[longest["data"] == "hard_only"]
    scales = sorted(set(alone["initial_scale"]))
    colors = dict(zip(scales, fig.CATEGORIES, strict=False))
    for axes, depth in zip(panels, depths, strict=True):
        for place, scale in enumerate(scales):
            rows = alone[(alone["layers"] == depth) & (alone["initial_scale"] == scale)]
            _points(axes, rows, _APART ** (place - (len(scales) - 1) / 2), colors[scale])
        mixture = longest[(longest["layers"] == depth) & (longest["data"] == "mixture")]
        _points(axes, mixture, 1.0, fig.INK)
        mark_chance(axes, longest["chance"])
        rates = sorted(set(alone["rate"]))
        axes.set_xscale("log")
        fig.set_ticks(axes.xaxis, rates)
        axes.set_xlim(rates[0] / 1.5, rates[-1] * 1.5)
        axes.set_xlabel("rate")
        axes.set_title(f"{depth} layers")
    panels[0].set_ylabel("accuracy")
    words = [(f"alone, initial weights x {scale:g}", colors[scale]) for scale in scales]
    fig.key(panels[0], [("mixture, at the most layers", fig.INK), *words])
    best, mixture = alone[alone["chosen"]].iloc[0], longest[longest["data"] == "mixture"].iloc[0]
    fig.footer(
        figure,
        f"A point: one of {len(set(table['run']))} runs, with its own permutations and initial "
        f"weights. Dashed: chance. Alone:\n{best['step']} updates, of the mixture: "
        f"{mixture['step']}. Validation chooses {best['layers']} layers, rate {best['rate']:g}, "
        f"initial weights x {best['initial_scale']:g}.",
    )
    return fig.settle(figure)


def _points(axes: fig.Axes, rows: pd.DataFrame, factor: float, color: str) -> None:
    shifted = rows.assign(rate=rows["rate"] * factor)
    fig.draw_dots(axes, shifted, x="rate", y="accuracy", color=color, markersize=3.5, alpha=0.7)
