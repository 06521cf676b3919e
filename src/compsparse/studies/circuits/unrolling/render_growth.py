"""Render step: size and depth of the circuits against the time T(n) (document 000, Theorem 1)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.circuits.unrolling.figure_names import machine_name


@fig.renders("machine", "stage", "steps", "size", "depth")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 4.6)
    above, below = fig.stacked_panels(figure, 3.0, 2.0)
    fig.headline(figure, "Size grows at most as T², depth as T")
    labels = []
    for axes, quantity, power, guide in (
        (above, "size", 2, "T²"),
        (below, "depth", 1, "T"),
    ):
        ends = _lines(axes, table, quantity)
        _guide(axes, table, quantity, power, guide)
        axes.set_xscale("log")
        axes.set_yscale("log")
        labels.append(fig.label_line_ends(axes, ends))
    above.set_ylabel("gates")
    below.set_ylabel("levels")
    below.set_xlabel("time T(n) of the machine")
    fig.footer(
        figure,
        "Solid: fan-in at most 3. Dashed: unrolled, before folding, which gains most\n"
        "where inputs are short. Exact: one construction per input length n.",
    )
    return fig.settle(figure, *labels)


def _lines(axes: fig.Axes, table: pd.DataFrame, quantity: str) -> list[fig.LineEnd]:
    ends = []
    machines = list(dict.fromkeys(table["machine"]))
    for machine, color in zip(machines, fig.CATEGORIES[: len(machines)], strict=True):
        rows = table[table["machine"] == machine]
        raw, bounded = (rows[rows["stage"] == stage] for stage in ("unrolled", "bounded"))
        axes.plot(raw["steps"], raw[quantity], "--", color=color, linewidth=0.7, alpha=0.8)
        axes.plot(bounded["steps"], bounded[quantity], "o-", color=color, markersize=2.5)
        last = bounded.iloc[-1]
        ends.append(
            fig.LineEnd(float(last["steps"]), float(last[quantity]), machine_name(machine), color)
        )
    return ends


def _guide(axes: fig.Axes, table: pd.DataFrame, quantity: str, power: int, name: str) -> None:
    """Draw the slope of the theorem through the highest first point."""
    steps = np.array([table["steps"].min(), table["steps"].max()], dtype=float)
    scale = float((table[quantity] / table["steps"] ** power).max()) * 2.0
    axes.plot(steps, scale * steps**power, ":", color=fig.GREY, linewidth=1.0)
    axes.annotate(
        f"∝ {name}",
        (steps[0], scale * steps[0] ** power),
        xytext=(-4, 9),
        textcoords="offset points",
        fontsize=fig.SMALL_TEXT_SIZE,
        color=fig.GREY,
    )
