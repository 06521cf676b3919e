"""Render step: gates per cell and step, and levels per step (document 000, Theorem 1)."""

from math import ceil
from typing import Any

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.circuits.unrolling.heat_map import machine_name

_LINES: dict[str, dict[str, Any]] = {
    "unrolled": {"linestyle": "--", "linewidth": 0.7, "alpha": 0.8},
    "bounded": {"marker": "o", "markersize": 2.5},
}


@fig.renders("machine", "stage", "steps", "cells", "size", "depth")
def run(table: pd.DataFrame) -> fig.Figure:
    drawn = table[table["stage"].isin(list(_LINES))].assign(
        gates=table["size"] / (table["steps"] * table["cells"]),
        levels=table["depth"] / table["steps"],
        run=0,
    )
    styles = {
        machine: (machine_name(machine), color)
        for machine, (_, color) in fig.name_groups(drawn["machine"].unique(), "{}").items()
    }
    figure = fig.new_figure(fig.COLUMN, 4.6)
    panels = fig.stacked_panels(figure, 3.0, 2.0)
    most = ceil(drawn["gates"].max())
    fig.headline(figure, f"Size: at most {most} gates per cell and step")
    labels = []
    for axes, quantity in zip(panels, ("gates", "levels"), strict=True):
        for stage, line in _LINES.items():
            rows = drawn[drawn["stage"] == stage]
            curves = fig.draw_curves(
                axes, rows, x="steps", y=quantity, by="machine", styles=styles, **line
            )
        axes.set_xscale("log")
        labels.append(fig.label_line_ends(axes, curves.ends))
    above, below = panels
    above.set_yscale("log")
    above.set_ylabel("gates / (steps × cells)")
    below.set_ylim(0, None)
    below.set(ylabel="levels / step", xlabel="time T(n) of the machine")
    fig.footer(
        figure,
        "Solid: fan-in at most 3. Dashed: unrolled, not folded.\nExact; one circuit per length.",
    )
    return fig.settle(figure, *labels)
