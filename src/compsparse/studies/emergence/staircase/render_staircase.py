"""Render step: sharp jumps under one smooth loss (document 003, part I, additive model)."""

import numpy as np
import pandas as pd
from jaxtyping import Float64
from matplotlib.collections import LineCollection

from compsparse.figures import api as fig

_CURVES = ("loss", "unlearned", "alignment", "emergence")
_SUM = "#9db8d9"  # wide and pale, so that the loss is visible on it
_SHADES = 256
_GUIDE = 1.7  # of the loss, the height of the line beside it
_APART = 0.055  # of the axis, between the labels of two ranks


@fig.renders("run", "curve", "rank", "time", "value")
def run(table: pd.DataFrame, *, exponent: float) -> fig.Figure:
    missing = [curve for curve in _CURVES if not (table["curve"] == curve).any()]
    if missing:
        raise ValueError(
            f"The table has no curve {missing[0]!r}; rebuild it with the evaluate step."
        )
    by_curve = {curve: table[table["curve"] == curve] for curve in _CURVES}
    emergences = by_curve["emergence"].sort_values("rank")
    directions = int(by_curve["alignment"]["rank"].max())
    colors = _colors(directions)
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 4.3)
    upper, lower = fig.stacked_panels(figure, 1.0, 1.05)
    fig.headline(figure, "Many sudden skills add up to a power law of the loss")
    low, high = emergences["time"].min() / 2.8, emergences["time"].max() * 1.5
    for axes in (upper, lower):
        axes.set_xscale("log")
        axes.grid(visible=False)
    upper.set_xlim(low, high)
    _draw_loss(upper, by_curve, colors, (1 - 2 * exponent) / exponent)
    _draw_alignments(lower, by_curve["alignment"], emergences, colors)
    runs = by_curve["loss"]["run"].nunique()
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


def _draw_loss(
    axes: fig.Axes, by_curve: dict[str, pd.DataFrame], colors: list[str], slope: float
) -> None:
    axes.set_yscale("log")
    time, losses = fig.replicate_curves(by_curve["loss"], point="time", value="value")
    low, high = axes.get_xlim()
    shown = (time >= low / 1.1) & (time <= high * 1.1)
    time, losses = time[shown], losses[:, shown]
    if len(losses) > 1:
        band = fig.log_band(losses, "loss")
        axes.fill_between(time, band.low, band.high, color=fig.PALE, linewidth=0)
    steps = by_curve["unlearned"].sort_values("time")
    axes.plot(steps["time"], steps["value"], color=_SUM, linewidth=3.2, drawstyle="steps-post")
    axes.plot(time, losses[0], color=fig.INK, linewidth=0.9)
    fig.key(
        axes, [("loss", fig.INK), ("sum of aₚ² over skills not learned", _SUM)], corner="lower left"
    )
    emergences = by_curve["emergence"]
    axes.scatter(
        emergences["time"],
        emergences["value"],
        s=9,
        c=[colors[rank - 1] for rank in emergences["rank"]],
        linewidths=0,
        zorder=3,
    )
    _draw_slope(axes, time, losses[0], emergences["time"].to_numpy(), slope)
    axes.set_ylabel("loss")
    axes.set_title("loss of all skills together; each dot: a skill that emerges")


def _draw_slope(
    axes: fig.Axes,
    time: Float64[np.ndarray, " time"],
    loss: Float64[np.ndarray, " time"],
    emergences: Float64[np.ndarray, " learned"],
    slope: float,
) -> None:
    """Draw the theory's power law beside the loss, over the middle of the emergences."""
    ends = np.quantile(emergences, [0.1, 0.9])
    middle = np.sqrt(ends.prod())
    height = _GUIDE * float(np.interp(middle, time, loss))
    axes.plot(ends, height * (ends / middle) ** slope, color=fig.GREY, linewidth=0.9, dashes=(4, 2))
    axes.annotate(
        f"theory: slope {fig.in_type(slope, '.3g')}",
        (middle, height),
        xytext=(5, 3),
        textcoords="offset points",
        fontsize=fig.SMALL_TEXT_SIZE,
        color=fig.GREY,
    )


def _draw_alignments(
    axes: fig.Axes, alignments: pd.DataFrame, emergences: pd.DataFrame, colors: list[str]
) -> None:
    curves = [
        rows[["time", "value"]].to_numpy() for _, rows in alignments.groupby("rank", sort=True)
    ]
    # late ones first, so that early ones are on top
    lines = LineCollection(curves[::-1], colors=colors[::-1], linewidths=0.9)
    axes.add_collection(lines)
    axes.set_ylim(-0.02, 1.02)
    axes.set_yticks([0.0, 0.5, 1.0], ["0", "0.5", "1"])
    axes.set_ylabel("squared overlap with skill p")
    axes.set_xlabel("time t of the flow (step size × steps)")
    axes.text(
        0.015,
        0.5,
        "each skill\nemerges in\nits own\njump",
        transform=axes.transAxes,
        va="center",
        fontsize=fig.SMALL_TEXT_SIZE,
        color=fig.GREY,
    )
    low, high = np.log(axes.get_xlim())
    last = -np.inf
    for rank, time in zip(emergences["rank"], emergences["time"], strict=True):
        place = (np.log(time) - low) / (high - low)
        if rank & (rank - 1) or place - last < _APART:
            continue
        last = place
        axes.annotate(
            f"p = {rank}" if rank == 1 else f"{rank}",
            (time, 1.0),
            xycoords=("data", "axes fraction"),
            xytext=(0, 2),
            textcoords="offset points",
            ha="center",
            fontsize=fig.SMALL_TEXT_SIZE,
            color=fig.for_text(colors[rank - 1]),
        )
