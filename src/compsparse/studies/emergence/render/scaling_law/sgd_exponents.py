"""Render step: emergence times and the loss by online SGD, beside the flow from the same starts.

Document 003, part I, "Corollary (Emergence & Scaling Laws)".
"""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from compsparse.figures.bands import log_band
from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import footer, headline
from compsparse.figures.colors import sequential
from compsparse.figures.labels import LineEnd, LineLabels, label_line_ends
from compsparse.figures.powers import power, raised
from compsparse.figures.reading import read_result
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN_AND_A_HALF, theme
from compsparse.steps import Inputs, Outputs, Params

COLUMNS = ("exponent", "trainer", "run", "quantity", "x", "y")

_DASHED = (0.0, (2.5, 1.5))


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``emergence_sgd_exponents``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows, or no run is complete.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    fits = table[table["quantity"] == "exponent of time"]
    # the same runs for SGD and the flow: those that have all of their exponents
    complete = fits.groupby("run")["y"].apply(lambda y: bool(y.notna().all()))
    kept = table[table["run"].map(complete).astype(bool)]
    if kept.empty:
        raise ValueError(f"None of {len(complete)} runs learned all directions; nothing to draw.")
    missed = int((~complete).sum())
    with theme():
        figure = new_figure(COLUMN_AND_A_HALF, 2.7)
        left, right = figure.subplots(1, 2)
        headline(figure, "Online SGD follows the population flow")
        labels = [
            _draw_panel(left, kept, "emergence", "exponent of time", "p"),
            _draw_panel(right, kept, "loss", "exponent of loss", "t"),
        ]
        left.set_title("emergence time ηTₚ")
        left.set_xlabel("direction p")
        ranks = np.unique(table.loc[table["quantity"] == "emergence", "x"])
        left.set_xticks(ranks, [f"{rank:g}" for rank in ranks])
        left.xaxis.set_minor_locator(NullLocator())
        right.set_title("population loss")
        right.set_xlabel("time ηt (η × steps)")
        note = f"; {missed} more left out: SGD or the flow missed a direction" if missed else ""
        footer(
            figure,
            "Solid: online SGD; dashed: population flow from the same starts; labels: SGD's mean "
            f"exponent.\nGeometric means over {int(complete.sum())} seeds{note}.\n"
            "Theory, for dimensions far beyond what SGD can reach here: pᵝ and "
            f"t{raised('(1-2β)/β')}.",
        )
        return settle(figure, *labels)


def _draw_panel(
    axes: Axes, table: pd.DataFrame, quantity: str, fitted: str, variable: str
) -> LineLabels:
    exponents = sorted(set(table["exponent"]))
    ends = []
    for exponent, color in zip(exponents, sequential(len(exponents)), strict=True):
        of_beta = table[table["exponent"] == exponent]
        for trainer, style in (("flow", _DASHED), ("SGD", "-")):
            rows = of_beta[(of_beta["trainer"] == trainer) & (of_beta["quantity"] == quantity)]
            points, values = replicate_curves(rows, point="x", value="y")
            middle = log_band(values, quantity).middle
            axes.plot(points, middle, color=color, linestyle=style)
        fits = of_beta[(of_beta["trainer"] == "SGD") & (of_beta["quantity"] == fitted)]
        slope = float(fits["y"].mean())
        text = f"β = {exponent:g}: {power(variable, slope)}"
        ends.append(LineEnd(float(points[-1]), float(middle[-1]), text, color))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.margins(x=0.02)
    return label_line_ends(axes, ends)
