"""Render step: kept weights against the teacher's edges, and against arity at equal edges."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.tickets.dots import (
    arity_styles,
    draw_by_arity,
    draw_dots,
    use_powers_of_two,
)

_USER = "own"


@fig.renders("name", "kind", "arity", "constituents", "edges", "run", "kept", "prunable")
def run(table: pd.DataFrame, *, headline: fig.Headline, edges: int, loss: float) -> fig.Figure:
    """``edges`` are those of the right panel; ``loss`` of R squared still counts as good."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 3.0)
    fig.headline(figure, headline)
    left, right = figure.subplots(1, 2, sharey=True)
    relu = table[table["kind"] == "relu"]
    styles = arity_styles(relu)
    draw_by_arity(left, relu, "edges", "kept", styles)
    draw_dots(left, table[table["kind"] == _USER], "edges", "kept", color=fig.GREY)
    span = np.array([relu["edges"].min(), relu["edges"].max()], dtype=float)
    left.plot(span, span, color=fig.INK, linewidth=0.8)
    fig.write(left, "teacher's edges", edges, edges, color=fig.INK, shift=(8, -12))
    fig.key(left, list(styles.values()))
    left.set_xlabel("edges of the teacher's graph, k M")
    left.set_ylabel("weights kept")
    series = relu[relu["edges"] == edges]
    draw_by_arity(right, series, "arity", "kept", styles)
    seen = np.array(sorted(series["arity"].unique()), dtype=float)
    right.plot(seen, np.full(len(seen), float(edges)), color=fig.INK, linewidth=0.8)
    alone = edges * seen / np.sqrt(seen[0] * seen[-1])
    right.plot(seen, alone, color=fig.GREY, linestyle="--", linewidth=0.8)
    fig.write(right, "arity alone", seen[-1], alone[-1], shift=(-4, 2), ha="right")
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
