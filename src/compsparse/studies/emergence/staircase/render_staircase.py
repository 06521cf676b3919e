"""Render step: sharp jumps under one smooth loss (document 003, part I, additive model)."""

import numpy as np
import pandas as pd
from matplotlib.collections import LineCollection

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import panels, rows_by

_CURVES = ("loss", "unlearned", "alignment", "emergence")
_SUM = "#9db8d9"  # wide and pale, so that the loss is visible on it
_SHADES = 256
_GUIDE = 1.7  # of the loss, the height of the line beside it
_APART = 0.055  # of the axis, between the labels of two ranks


@fig.renders("run", "curve", "rank", "time", "value")
def run(table: pd.DataFrame, *, headline: fig.Headline, exponent: float) -> fig.Figure:
    losses, steps, alignments, emergences = rows_by(table, "curve", _CURVES)
    emergences = emergences.sort_values("rank")
    directions = int(alignments["rank"].max())
    colors = _colors(directions)
    figure, (upper, lower) = panels(
        headline, fig.COLUMN_AND_A_HALF, 4.3, 2, 1, sharex=True, height_ratios=(1.0, 1.05)
    )
    low, high = emergences["time"].min() / 2.8, emergences["time"].max() * 1.5
    for axes in (upper, lower):
        axes.set_xscale("log")
        axes.grid(visible=False)
    upper.set_xlim(low, high)
    _draw_sum(upper, steps.sort_values("time"))
    _draw_loss(upper, losses, emergences, (1 - 2 * exponent) / exponent)
    upper.scatter(
        emergences["time"],
        emergences["value"],
        s=9,
        c=[colors[rank - 1] for rank in emergences["rank"]],
        linewidths=0,
        zorder=3,
    )
    _draw_alignments(lower, alignments, emergences, colors)
    runs = losses["run"].nunique()
    others = f"band: smallest to largest of {runs} seeds; " if runs > 1 else ""
    never = directions - len(emergences)
    lost = f" {never} of {directions} skills never emerge." if never else ""
    fig.footer(
        figure,
        f"Population flow. Line, dots and jumps: one seed; {others}"
        f"skills p > {directions} stay in the loss.{lost}",
    )
    return fig.settle(figure)


def _colors(directions: int) -> list[str]:
    """Return a color for each rank, dark for the first."""
    shades = fig.sequential(_SHADES)[::-1]
    # late ranks are many and crowded, early ones few and far apart on a logarithmic axis
    place = np.cbrt(np.arange(directions) / max(directions - 1, 1))
    return [shades[index] for index in (place * (_SHADES - 1)).round().astype(np.int64)]


def _draw_sum(axes: fig.Axes, steps: pd.DataFrame) -> None:
    axes.plot(steps["time"], steps["value"], color=_SUM, linewidth=3.2, drawstyle="steps-post")
    entries = [("loss", fig.INK), ("sum of aₚ² over skills not learned", _SUM)]
    fig.key(axes, entries, corner="lower left")
    axes.set(yscale="log", ylabel="loss")
    axes.set_title("loss of all skills together; each dot: a skill that emerges")


def _draw_loss(
    axes: fig.Axes, losses: pd.DataFrame, emergences: pd.DataFrame, slope: float
) -> None:
    """Draw the losses, and theory's power law beside them over the middle of the emergences."""
    time, values = fig.replicate_curves(losses, point="time", value="value")
    low, high = axes.get_xlim()
    shown = (time >= low / 1.1) & (time <= high * 1.1)
    time, values = time[shown], values[:, shown]
    if len(values) > 1:
        band = fig.log_band(values, "loss")
        axes.fill_between(time, band.low, band.high, color=fig.PALE, linewidth=0)
    axes.plot(time, values[0], color=fig.INK, linewidth=0.9)
    ends = np.quantile(emergences["time"], [0.1, 0.9])
    middle = np.sqrt(ends.prod())
    height = _GUIDE * float(np.interp(middle, time, values[0]))
    axes.plot(ends, height * (ends / middle) ** slope, color=fig.GREY, linewidth=0.9, dashes=(4, 2))
    words = f"theory: slope {fig.in_type(slope, '.3g')}"
    fig.write(axes, words, middle, height, shift=(5, 3))


def _draw_alignments(
    axes: fig.Axes, alignments: pd.DataFrame, emergences: pd.DataFrame, colors: list[str]
) -> None:
    curves = [
        rows[["time", "value"]].to_numpy() for _, rows in alignments.groupby("rank", sort=True)
    ]
    # late ones first, so that early ones are on top
    lines = LineCollection(curves[::-1], colors=colors[::-1], linewidths=0.9)
    axes.add_collection(lines)
    axes.set(xlabel="time t of the flow (step size × steps)", ylim=(-0.02, 1.02))
    fig.set_ticks(axes.yaxis, [0.0, 0.5, 1.0])
    axes.set_ylabel("squared overlap with skill p")
    words = "a curve\nfor each\nskill"
    fig.write(axes, words, 0.015, 0.5, frame="axes", va="center")
    low, high = np.log(axes.get_xlim())
    last = -np.inf
    for rank, time in zip(emergences["rank"], emergences["time"], strict=True):
        place = (np.log(time) - low) / (high - low)
        if rank & (rank - 1) or place - last < _APART:
            continue
        last = place
        words, color = f"p = {rank}" if rank == 1 else f"{rank}", colors[rank - 1]
        fig.write(axes, words, time, 1.0, color=color, frame="x data", shift=(0, 2), ha="center")
