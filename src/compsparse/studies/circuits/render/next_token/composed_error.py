"""Render step: the error of a generated chain against the sum of the errors of its gates.

Document 000, slide 'Autoregressive Universality', Theorem 4, last part and proof idea.
"""

import pandas as pd
from matplotlib.figure import Figure

from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import footer, headline
from compsparse.figures.colors import CATEGORIES
from compsparse.figures.keys import key
from compsparse.figures.reading import read_result
from compsparse.figures.theme import COLUMN, GREY, theme
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.circuits.render.next_token.names import shown

COLUMNS = ("task", "samples", "run", "held_out", "gate_errors", "chain_right")


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``circuits_composed_error``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    chain = 1 - table["chain_right"] / table["held_out"]
    some = (chain > 0) & (table["gate_errors"] > 0)
    with theme():
        figure = new_figure(COLUMN, 2.7)
        axes = figure.subplots()
        headline(figure, "A chain errs no more than its gates together")
        entries = []
        for (task, rows), color in zip(table[some].groupby("task"), CATEGORIES, strict=False):
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
        low = float(min(chain[some].min(), table.loc[some, "gate_errors"].min()))
        axes.plot([low, 1, float(table["gate_errors"].max())], [low, 1, 1], color=GREY, zorder=1)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_ylim(None, 1.6)
        key(axes, entries, corner="lower right")
        axes.set_xlabel("sum of the gates' errors, true tokens before")
        axes.set_ylabel("share of inputs with a wrong token")
        footer(
            figure,
            f"{len(table)} predictors of {table['run'].nunique()} seeds, {int((~some).sum())} of "
            "them without error (not shown).\nLine: the union bound, which no point can exceed.",
        )
        return settle(figure)
