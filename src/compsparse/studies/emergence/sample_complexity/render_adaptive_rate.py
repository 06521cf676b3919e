"""Render step: samples and loss at suited steps (document 003, part I, 'Discretization')."""

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.figures import api as fig
from compsparse.studies.emergence.sample_complexity import figure_captions, medians


@fig.renders(
    "exponent", "rank", "excess", "run", "target", "level", "all_aligned", "reached", "overflowed"
)
def run(table: pd.DataFrame) -> fig.Figure:
    own = table[(table["target"] == table["rank"]) & (table["excess"] == 1)]
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.7)
    directions, losses = figure.subplots(1, 2)
    fig.headline(figure, "A step suited to p̄ directions learns all of them")
    labels = [_draw_directions(directions, own), _draw_losses(losses, table, own)]
    missing = int(own["reached"].isna().sum())
    fig.footer(
        figure,
        f"{figure_captions.sgd_note(table)} Suited runs that miss their loss: {missing}.\n"
        f"Dashed: exponents of theory; {medians.NOTE}.",
    )
    return fig.settle(figure, *labels)


def _draw_directions(axes: fig.Axes, own: pd.DataFrame) -> fig.LineLabels:
    ends = []
    exponents = sorted(set(own["exponent"]))
    for exponent, color in zip(exponents, fig.CATEGORIES[: len(exponents)], strict=True):
        curve = medians.of_runs(own[own["exponent"] == exponent], point="rank", value="all_aligned")
        medians.draw_up(axes, curve, color=color)
        _reference(axes, curve.points, curve.middle, 2 * exponent, color)
        text = f"{figure_captions.beta(exponent)},\ntheory {2 * exponent:g}"
        ends.append(fig.LineEnd(float(curve.points[-1]), float(curve.middle[-1]), text, color))
    axes.set_xscale("log")
    axes.set_yscale("log")
    ranks = sorted(set(own["rank"]))
    axes.set_xticks(ranks, [str(rank) for rank in ranks])
    axes.minorticks_off()
    axes.set_xlabel("p̄, wanted directions")
    axes.set_ylabel("samples until all are aligned")
    axes.set_title("Each p̄ at its own step size")
    return fig.label_line_ends(axes, ends)


def _draw_losses(axes: fig.Axes, table: pd.DataFrame, own: pd.DataFrame) -> fig.LineLabels:
    ends = []
    exponents = sorted(set(own["exponent"]))
    for exponent, color in zip(exponents, fig.CATEGORIES[: len(exponents)], strict=True):
        suited = medians.of_runs(own[own["exponent"] == exponent], point="level", value="reached")
        medians.draw_across(axes, suited, color=color)
        slope = (1 - 2 * exponent) / (2 * exponent)
        _reference(axes, suited.middle[::-1], suited.points[::-1], slope, color)
        rows = table[(table["exponent"] == exponent) & (table["excess"] == 1)]
        best = _best(rows[rows["target"].isin(own["rank"])])
        medians.draw_across(axes, best, color=color, linestyle=":")
        name = figure_captions.beta(exponent)
        for curve, text in ((suited, f"{name}, suited"), (best, f"{name}, best\nof all steps")):
            ends.append(fig.LineEnd(float(curve.middle[0]), float(curve.points[0]), text, color))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.xaxis.set_minor_locator(
        fig.LogLocator(subs=(2.0, 5.0))
    )  # room for labels below two powers
    axes.set_xlabel("samples n")
    axes.set_ylabel("loss that is left")
    axes.set_title("Loss by samples")
    return fig.label_line_ends(axes, ends)


def _best(rows: pd.DataFrame) -> medians.Medians:
    """Return, for each loss, the fewest samples of any step size, over runs."""
    first = rows.groupby(["run", "level"])[["reached"]].min().reset_index()
    return medians.of_runs(first, point="level", value="reached")


def _reference(
    axes: fig.Axes,
    x: Float64[np.ndarray, " point"],
    y: Float64[np.ndarray, " point"],
    slope: float,
    color: str,
) -> None:
    axes.plot(x, y[0] * (x / x[0]) ** slope, color=color, linestyle="--", linewidth=0.8)
