"""Render step: the loss of one direction (document 003, Part I, 'Emergent learning curve')."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.single_direction.figure_parts import COLORS


@fig.renders("order", "dimension", "run", "outcome", "half_step", "fraction", "loss")
def run(table: pd.DataFrame) -> fig.Figure:
    fallen = table[table["outcome"] == "fallen"]
    if fallen.empty:
        raise ValueError("No run of the table has fallen; rebuild it with the evaluate step.")
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.6)
    by_step, by_pace = figure.subplots(1, 2, sharey=True)
    fig.headline(figure, "Runs stay on a plateau, then fall")
    shown = int(fallen["order"].max())
    _draw_steps(by_step, fallen[fallen["order"] == shown], shown)
    _draw_aligned(by_pace, fallen)
    by_step.set_ylabel("population loss")
    by_step.set_ylim(-0.05, 1.2)
    by_step.set_yticks([0.0, 0.5, 1.0], ["0", "0.5", "1"])
    fig.footer(
        figure,
        "Online SGD from random starts, exact loss of the population. Thin: single runs; "
        "thick: their median.\nSpikes: single samples far out; some leave the panel. "
        f"{_runs(table)}",
    )
    return fig.settle(figure)


def _draw_steps(axes: fig.Axes, rows: pd.DataFrame, order: int) -> None:
    for _, run_rows in rows.groupby("run"):
        steps = run_rows["fraction"] * run_rows["half_step"]
        axes.plot(steps, run_rows["loss"], color=COLORS[order], linewidth=0.5, alpha=0.7)
    axes.set_xscale("log")
    axes.set_xlabel("steps")
    axes.set_title(f"k = {order}, d = {int(rows['dimension'].iloc[0])}: falls at different steps")


def _draw_aligned(axes: fig.Axes, fallen: pd.DataFrame) -> None:
    entries = []
    for order, rows in fallen.groupby("order"):
        k = int(str(order))
        for _, run_rows in rows.groupby("run"):
            axes.plot(
                run_rows["fraction"], run_rows["loss"], color=COLORS[k], linewidth=0.3, alpha=0.45
            )
        runs = rows.groupby("fraction")["loss"].count()
        # where curves of runs have ended, the median would jump
        median = rows.groupby("fraction")["loss"].median()[runs >= 0.75 * runs.max()]
        fractions = median.index.to_numpy(dtype=np.float64)
        axes.plot(fractions, median.to_numpy(), color=COLORS[k])
        entries.append((f"k = {k}, d = {int(rows['dimension'].iloc[0])}", COLORS[k]))
    axes.set_xlim(0.0, 1.5)
    axes.set_xticks([0.0, 0.5, 1.0, 1.5], ["0", "0.5", "1", "1.5"])
    axes.set_xlabel("steps / the run's own steps to half the loss")
    axes.set_title("each at its own pace: plateau, fall")
    fig.key(axes, entries, corner="lower left")


def _runs(table: pd.DataFrame) -> str:
    parts = []
    for order, rows in table.groupby("order"):
        outcomes = rows.groupby("run")["outcome"].first().value_counts()
        parts.append(
            f"k = {order}: {int(outcomes.sum())} seeds, "
            f"{int(outcomes.get('not fallen', 0))} not fallen by the end, "
            f"{int(outcomes.get('failed', 0))} overflowed"
        )
    return ";\n".join(parts) + "."
