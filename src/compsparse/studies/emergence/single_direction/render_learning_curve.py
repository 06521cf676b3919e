"""Render step: the loss of one direction (document 003, Part I, 'Emergent learning curve')."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import ORDER_COLORS, panels


@fig.renders("order", "dimension", "run", "outcome", "half_step", "fraction", "loss")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    fallen = table[table["outcome"] == "fallen"]
    if fallen.empty:
        raise ValueError("No run of the table has fallen; rebuild it with the evaluate step.")
    figure, (by_step, by_pace) = panels(headline, fig.COLUMN_AND_A_HALF, 2.6, 1, 2, sharey=True)
    _draw_steps(by_step, fallen[fallen["order"] == fallen["order"].max()])
    _draw_aligned(by_pace, fallen)
    by_step.set(ylabel="population loss", ylim=(-0.05, 1.2))
    fig.set_ticks(by_step.yaxis, [0.0, 0.5, 1.0])
    fig.footer(
        figure,
        "Online SGD from random starts, exact loss of the population. Thin: single runs; "
        "thick: their median.\nSpikes: single samples far out; some leave the panel. "
        f"{_runs(table)}",
    )
    return fig.settle(figure)


def _name(rows: pd.DataFrame) -> str:
    return f"k = {int(rows['order'].iloc[0])}, d = {int(rows['dimension'].iloc[0])}"


def _draw_steps(axes: fig.Axes, rows: pd.DataFrame) -> None:
    color = ORDER_COLORS[int(rows["order"].iloc[0])]
    for _, run_rows in rows.groupby("run"):
        steps = run_rows["fraction"] * run_rows["half_step"]
        axes.plot(steps, run_rows["loss"], color=color, linewidth=0.5, alpha=0.7)
    axes.set(xscale="log", xlabel="steps", title=f"{_name(rows)}: by steps")


def _draw_aligned(axes: fig.Axes, fallen: pd.DataFrame) -> None:
    entries = []
    for order, rows in fallen.groupby("order"):
        color = ORDER_COLORS[int(str(order))]
        for _, run_rows in rows.groupby("run"):
            axes.plot(
                run_rows["fraction"], run_rows["loss"], color=color, linewidth=0.3, alpha=0.45
            )
        losses = rows.groupby("fraction")["loss"]
        # where curves of runs have ended, the median would jump
        axes.plot(losses.median()[losses.count() >= 0.75 * losses.count().max()], color=color)
        entries.append((_name(rows), color))
    axes.set(xlim=(0.0, 1.5), xlabel="steps / the run's own steps to half the loss")
    fig.set_ticks(axes.xaxis, [0.0, 0.5, 1.0, 1.5])
    axes.set_title("each run at its own pace")
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
