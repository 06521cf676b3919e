"""Render step: errors of a generated chain and of its gates (document 000, Theorem 4, end)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.circuits.next_token.figure_names import shown


@fig.renders("task", "samples", "run", "held_out", "gate_errors", "chain_right")
def run(table: pd.DataFrame) -> fig.Figure:
    chain = 1 - table["chain_right"] / table["held_out"]
    wrong = (chain > 0) & (table["gate_errors"] > 0)
    figure = fig.new_figure(fig.COLUMN, 2.7)
    axes = figure.subplots()
    fig.headline(figure, "A chain errs at most as often as its gates together")
    entries = []
    tasks = list(table[wrong].groupby("task"))
    for (task, rows), color in zip(tasks, fig.CATEGORIES[: len(tasks)], strict=True):
        axes.plot(
            rows["gate_errors"],
            chain[rows.index],
            color=color,
            marker="o",
            markersize=2,
            linestyle="none",
            alpha=0.6,
        )
        entries.append((shown(str(task)), color))
    low = float(min(chain[wrong].min(), table.loc[wrong, "gate_errors"].min()))
    axes.plot([low, 1, float(table["gate_errors"].max())], [low, 1, 1], color=fig.GREY, zorder=1)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_ylim(None, 1.6)
    fig.key(axes, entries, corner="lower right")
    axes.set_xlabel("sum of the gates' errors, true tokens before")
    axes.set_ylabel("share of inputs with a wrong token")
    fig.footer(
        figure,
        f"{len(table)} predictors of {table['run'].nunique()} seeds, {int((~wrong).sum())} of "
        "them without error (not shown).\nLine: the union bound, which no point can exceed.",
    )
    return fig.settle(figure)
