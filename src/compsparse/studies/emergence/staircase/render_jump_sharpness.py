"""Render step: a jump against the wait before it (document 003, part I, proof sketch, claim 2)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import draw_bars, log_axes, panels

_ISOLATED = 2  # order
_COLORS = {2: fig.CATEGORIES[1], 3: fig.CATEGORIES[2], 4: fig.CATEGORIES[0]}
_LAWS = {2: "k = 2: 1 / ln d", 3: "k = 3: 1 / √d", 4: "k = 4: 1 / d"}


@fig.renders("order", "dimension", "run", "rank", "relative_rise", "closed_form")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    unknown = sorted(set(table["order"]) - set(_COLORS))
    if unknown:
        raise ValueError(f"The table has the order {unknown[0]}; drawn are {sorted(_COLORS)}.")
    figure, axes = panels(headline, fig.COLUMN, 2.8)
    log_axes(axes)
    ends = [
        _draw_order(axes, table[table["order"] == order], order)
        for order in sorted(set(table["order"]))
    ]
    axes.set(xlabel="input dimension d", ylabel="duration of the jump / time before it")
    runs = table["run"].nunique()
    spread = "" if runs == 1 else "s; bars: smallest to largest"
    never = int(table["relative_rise"].isna().sum())
    lost = f" {never} of {len(table)} jumps never occurred." if never else ""
    isolated = " k = 2: isolated neurons." if _ISOLATED in set(table["order"]) else ""
    fig.footer(
        figure,
        f"Population flow, {runs} seed{spread}. Squared overlap\n"
        f"0.1 to 0.9; lines: closed form of one neuron.{isolated}{lost}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))


def _draw_order(axes: fig.Axes, rows: pd.DataFrame, order: int) -> fig.LineEnd:
    means = {}
    for value in ("relative_rise", "closed_form"):
        logs = np.log(rows[value]).groupby([rows["run"], rows["dimension"]]).mean()
        cells = np.exp(logs).rename(value).reset_index()
        dimensions, values = fig.replicate_curves(cells, point="dimension", value=value)
        means[value] = fig.log_band(values, value)
    measured, closed = means["relative_rise"], means["closed_form"]
    color = _COLORS[order]
    axes.plot(dimensions, closed.middle, color=color, linewidth=0.9)
    draw_bars(axes, dimensions, measured, color)
    return fig.LineEnd(float(dimensions[-1]), float(closed.middle[-1]), _LAWS[order], color)
