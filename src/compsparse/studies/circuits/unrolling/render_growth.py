"""Render step: gates per cell and step, and levels per step (document 000, Theorem 1)."""

from math import ceil

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.circuits.unrolling.figure_names import machine_name


@fig.renders("machine", "stage", "steps", "cells", "size", "depth")
def run(table: pd.DataFrame) -> fig.Figure:
    drawn = table[table["stage"].isin(("unrolled", "bounded"))]
    drawn = drawn.assign(
        gates=drawn["size"] / (drawn["steps"] * drawn["cells"]),
        levels=drawn["depth"] / drawn["steps"],
    )
    figure = fig.new_figure(fig.COLUMN, 4.6)
    above, below = fig.stacked_panels(figure, 3.0, 2.0)
    most = ceil(drawn["gates"].max())
    fig.headline(figure, f"Size: at most {most} gates per cell and step")
    labels = []
    for axes, quantity in ((above, "gates"), (below, "levels")):
        ends = _lines(axes, drawn, quantity)
        axes.set_xscale("log")
        labels.append(fig.label_line_ends(axes, ends))
    above.set_yscale("log")
    above.set_ylabel("gates / (steps × cells)")
    below.set_ylabel("levels / step")
    below.set_ylim(0, None)
    below.set_xlabel("time T(n) of the machine")
    fig.footer(
        figure,
        "Solid: fan-in at most 3. Dashed: unrolled, not folded. Solid lines may rise,\n"
        "since folding gains most at short inputs. Exact; one circuit per length.",
    )
    return fig.settle(figure, *labels)


def _lines(axes: fig.Axes, rows: pd.DataFrame, quantity: str) -> list[fig.LineEnd]:
    ends = []
    machines = list(dict.fromkeys(rows["machine"]))
    for machine, color in zip(machines, fig.CATEGORIES[: len(machines)], strict=True):
        stages = rows[rows["machine"] == machine].groupby("stage")
        raw, bounded = (stages.get_group(stage) for stage in ("unrolled", "bounded"))
        axes.plot(raw["steps"], raw[quantity], "--", color=color, linewidth=0.7, alpha=0.8)
        axes.plot(bounded["steps"], bounded[quantity], "o-", color=color, markersize=2.5)
        last = bounded.iloc[-1]
        ends.append(
            fig.LineEnd(float(last["steps"]), float(last[quantity]), machine_name(machine), color)
        )
    return ends
