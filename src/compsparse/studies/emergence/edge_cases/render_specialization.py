"""Render step: what single neurons learn at k = 2 and above (document 003, Part I, edge case)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import count_seeds, panels

_SPECIALIZED = 0.9
_BINS = np.linspace(0.0, 1.0, 21)


@fig.renders("order", "run", "neuron", "strength", "best_square")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    outside = ~table["best_square"].between(0.0, 1.0 + 1e-9)
    if outside.any():
        value = table.loc[outside, "best_square"].iloc[0]
        raise ValueError(
            f"A squared overlap is {value:g}; those of unit vectors lie in [0, 1]. Rebuild the "
            "table with the evaluate step."
        )
    orders = sorted(set(table["order"]))
    runs = table["run"].nunique()
    grid = {"sharex": True, "squeeze": False}
    height = 0.9 + 0.9 * len(orders)
    figure, grid_axes = panels(headline, fig.COLUMN, height, len(orders), 1, **grid)
    stack = grid_axes[:, 0]
    for axes, order, color in zip(stack, orders, fig.CATEGORIES[: len(orders)], strict=True):
        _panel(axes, table[table["order"] == order], int(order), color)
    stack[-1].set_xlabel("largest squared overlap of a neuron with a direction")
    middle = stack[len(stack) // 2]
    middle.set_ylabel("share of the neurons that grew")
    middle.yaxis.set_label_coords(-0.13, 1.0 if len(stack) % 2 == 0 else 0.5)
    fig.footer(
        figure,
        f"Population flow from the same starts; neurons of {count_seeds(runs)}.\nDotted: "
        f"{_SPECIALIZED:g}, above which a neuron counts as specialized.",
    )
    return fig.settle(figure)


def _panel(axes: fig.Axes, rows: pd.DataFrame, order: int, color: str) -> None:
    best = rows["best_square"].clip(upper=1.0)
    axes.hist(best, bins=list(_BINS), weights=np.full(len(best), 1 / len(best)), color=color)
    axes.axvline(_SPECIALIZED, color=fig.GREY, linewidth=0.8, linestyle=":")
    axes.set(xlim=(0.0, 1.0), ylim=(0.0, None))
    share = float((best > _SPECIALIZED).mean())
    axes.set_title(f"k = {order}: {100 * share:.0f} % of the neurons are specialized", color=color)
