"""Render step: steps until one direction is learned (document 003, 'Emergent learning curve')."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.statistics.run_slopes import log_log_slopes
from compsparse.studies.emergence.drawing import DASHES, ORDER_COLORS, draw_bars, log_axes, panels

_LAWS = {2: "d log d", 3: "d²", 4: "d³"}
_STYLES = {k: (f"k = {k}: {law}", ORDER_COLORS[k]) for k, law in _LAWS.items()}
_EDGE_CASE = 2


@fig.renders(
    "order",
    "step_constant",
    "dimension",
    "group",
    "runs",
    "given_up",
    "failed",
    "steps",
    "predicted",
)
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    constants = table.groupby("order")["step_constant"].nunique()
    swept = [int(k) for k in constants.index[constants > 1]]
    grid = {"squeeze": False, "width_ratios": [1.25] + [1.0] * len(swept)}
    figure, rows = panels(headline, fig.COLUMN_AND_A_HALF, 2.7, 1, 1 + len(swept), **grid)
    by_group = table.assign(run=table["group"])
    bands = _draw_steps(rows[0, 0], by_group)
    for axes, k in zip(rows[0, 1:], swept, strict=True):
        _draw_limit(axes, by_group[by_group["order"] == k], k)
    size = int(table["runs"].iloc[0])
    failed, given_up = int(table["failed"].sum()), int(table["given_up"].sum())
    fig.footer(
        figure,
        "Online SGD, one sample a step, until m² > 1/2. Dashed: theory from drift and noise, "
        "nothing fitted.\n"
        f"Of {size * len(table):,} runs {failed:,} overflowed and {given_up:,} were given up; both "
        f"count as infinite.\nA seed is the median of {size} runs; {fig.band_note(bands)}",
    )
    return fig.settle(figure)


def _draw_steps(axes: fig.Axes, table: pd.DataFrame) -> list[fig.Band]:
    least = table.groupby("order")["step_constant"].transform("min")
    finest = table[table["step_constant"] == least]
    curves = fig.draw_curves(
        axes,
        finest,
        x="dimension",
        y="steps",
        by="order",
        styles=_STYLES,
        geometric=True,
        marker="o",
    )
    for (k, rows), end in zip(finest.groupby("order"), curves.ends, strict=True):
        theory = rows.groupby("dimension")["predicted"].first()
        axes.plot(theory, color=fig.INK, linewidth=0.9, linestyle=DASHES, zorder=4)
        # the edge case reaches the panel's right edge
        shift, side = ((-6, 6), "right") if k == _EDGE_CASE else ((6, 0), "left")
        fig.write(axes, end.text, end.x, end.y, color=end.color, shift=shift, ha=side, va="center")
    log_axes(axes)
    axes.margins(x=0.1)
    axes.set_title("Steps at the smallest step size")
    axes.set(xlabel="input dimension d", ylabel="steps")
    return curves.bands


def _draw_limit(axes: fig.Axes, rows: pd.DataFrame, order: int) -> None:
    """Draw the exponents by step constant: of groups, and those that theory predicts."""
    by_constant = {float(str(c)): cells for c, cells in rows.groupby("step_constant")}
    steps, predicted = (
        np.stack([log_log_slopes(cells, "dimension", y) for cells in by_constant.values()], axis=1)
        for y in ("steps", "predicted")
    )
    constants, band, color = np.array(list(by_constant)), fig.mean_band(steps), ORDER_COLORS[order]
    fig.mark_height(axes, order - 1)
    fig.write(axes, f"small steps: {order - 1}", constants[-1], order - 1, ha="right", va="bottom")
    theory = np.append(order - 1.0, predicted[0])
    axes.plot([0.0, *constants], theory, color=fig.GREY, linewidth=0.8, linestyle=DASHES)
    draw_bars(axes, constants, band, color)
    axes.set(xlim=(-0.05 * constants[-1], 1.1 * constants[-1]), xticks=[0.0, *constants])
    axes.set(ylim=(order - 1.5, order - 0.85), title=f"Exponent of d at k = {order}")
    axes.set(xlabel=r"$c$ in the step size $c\,d^{-k/2}$", ylabel="fitted exponent")
