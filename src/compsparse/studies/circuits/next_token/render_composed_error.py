"""Render step: errors of a generated chain and of its gates (document 000, Theorem 4, end)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.circuits.next_token.tasks import task_name


@fig.renders("task", "samples", "run", "held_out", "gate_errors", "chain_right")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    table = table.assign(chain=1 - table["chain_right"] / table["held_out"])
    wrong = table[(table["chain"] > 0) & (table["gate_errors"] > 0)]
    figure = fig.new_figure(fig.COLUMN, 2.7)
    axes = figure.subplots()
    fig.headline(figure, headline)
    tasks = fig.name_groups(sorted(wrong["task"].unique()), "{}")
    for task, (_, color) in tasks.items():
        rows = wrong[wrong["task"] == task]
        fig.draw_dots(axes, rows, x="gate_errors", y="chain", color=color, markersize=2, alpha=0.6)
    low = float(wrong[["chain", "gate_errors"]].min().min())
    axes.plot([low, 1, float(table["gate_errors"].max())], [low, 1, 1], color=fig.GREY, zorder=1)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_ylim(None, 1.6)
    entries = [(task_name(task), color) for task, (_, color) in tasks.items()]
    fig.key(axes, entries, corner="lower right")
    axes.set_xlabel("sum of the gates' errors, true tokens before")
    axes.set_ylabel("share of inputs with a wrong token")
    fig.footer(
        figure,
        f"{len(table)} predictors of {table['run'].nunique()} seeds, {len(table) - len(wrong)} of "
        "them without error (not shown).\nLine: the union bound, which no point can exceed.",
    )
    return fig.settle(figure)
