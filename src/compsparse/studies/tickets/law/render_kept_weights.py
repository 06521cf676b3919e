"""Render step: kept weights against the teacher's edges, and against arity at equal edges."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.tickets.dots import draw_dots, use_powers_of_two

_USER = "own"


@fig.renders("name", "kind", "arity", "constituents", "edges", "run", "kept", "prunable")
def run(table: pd.DataFrame, *, edges: int, loss: float) -> fig.Figure:
    """``edges`` are those of the right panel; ``loss`` of R squared still counts as good."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 3.0)
    fig.headline(figure, "A student keeps the edges of its teacher, whatever the arity")
    left, right = figure.subplots(1, 2, sharey=True)
    relu = table[table["kind"] == "relu"]
    arities = sorted(relu["arity"].unique())
    colors = dict(zip(arities, fig.sequential(len(arities)), strict=True))
    for arity, rows in relu.groupby("arity"):
        draw_dots(left, rows, "edges", "kept", color=colors[arity])
    draw_dots(left, table[table["kind"] == _USER], "edges", "kept", color=fig.GREY)
    span = np.array([relu["edges"].min(), relu["edges"].max()], dtype=float)
    left.plot(span, span, color=fig.INK, linewidth=0.8)
    left.annotate(
        "teacher's edges",
        (edges, edges),
        xytext=(8, -12),
        textcoords="offset points",
        fontsize=fig.SMALL_TEXT_SIZE,
    )
    fig.key(left, [(f"arity {arity:g}", color) for arity, color in colors.items()])
    left.set_xlabel("edges of the teacher's graph, k M")
    left.set_ylabel("weights kept")
    series = relu[relu["edges"] == edges]
    for arity, rows in series.groupby("arity"):
        draw_dots(right, rows, "arity", "kept", color=colors[arity])
    seen = np.array(sorted(series["arity"].unique()), dtype=float)
    right.plot(seen, np.full(len(seen), float(edges)), color=fig.INK, linewidth=0.8)
    alone = edges * seen / np.sqrt(seen[0] * seen[-1])
    right.plot(seen, alone, color=fig.GREY, linestyle="--", linewidth=0.8)
    right.annotate(
        "arity alone",
        (seen[-1], alone[-1]),
        xytext=(-4, 2),
        textcoords="offset points",
        ha="right",
        fontsize=fig.SMALL_TEXT_SIZE,
        color=fig.for_text(fig.GREY),
    )
    right.set_xlabel(f"arity k, at {edges} edges")
    use_powers_of_two(left, right)
    runs = relu["run"].nunique()
    user = " Grey: teachers of the user." if (table["kind"] == _USER).any() else ""
    fig.footer(
        figure,
        f"Rounds of magnitude pruning, each as long as the dense training; R² at most {loss:g} "
        f"below the\ndense network's. Dots: {runs} runs; lines: their range.{user}",
    )
    return fig.settle(figure)
