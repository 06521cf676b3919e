"""Render step: emergence times and loss of SGD and the flow (document 003, part I, corollary)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.scaling_law.figure_parts import nothing_learned

_DASHED = (0.0, (2.5, 1.5))


@fig.renders("exponent", "trainer", "run", "quantity", "x", "y")
def run(table: pd.DataFrame) -> fig.Figure:
    fits = table[table["quantity"] == "exponent of time"]
    # the same runs for SGD and the flow: those that have all of their exponents
    complete = fits.groupby("run")["y"].apply(lambda y: bool(y.notna().all()))
    kept = table[table["run"].map(complete).astype(bool)]
    if kept.empty:
        return nothing_learned(fig.COLUMN_AND_A_HALF)
    missed = int((~complete).sum())
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.7)
    left, right = figure.subplots(1, 2)
    fig.headline(figure, "Online SGD follows the population flow")
    labels = [
        _draw_panel(left, kept, "emergence", "exponent of time", "p"),
        _draw_panel(right, kept, "loss", "exponent of loss", "t"),
    ]
    left.set_title("emergence time ηTₚ")
    left.set_xlabel("direction p")
    ranks = np.unique(table.loc[table["quantity"] == "emergence", "x"])
    left.set_xticks(ranks, [f"{rank:g}" for rank in ranks])
    left.xaxis.set_minor_locator(fig.NullLocator())
    right.set_title("population loss")
    right.set_xlabel("time ηt (η × steps)")
    note = f"; {missed} more left out: SGD or the flow missed a direction" if missed else ""
    fig.footer(
        figure,
        "Solid: online SGD; dashed: population flow from the same starts; labels: SGD's mean "
        f"exponent.\nGeometric means over {int(complete.sum())} seeds{note}.\n"
        "Theory, for dimensions far beyond what SGD can reach here: pᵝ and "
        f"t{fig.raised('(1-2β)/β')}.",
    )
    return fig.settle(figure, *labels)


def _draw_panel(
    axes: fig.Axes, table: pd.DataFrame, quantity: str, fitted: str, variable: str
) -> fig.LineLabels:
    exponents = sorted(set(table["exponent"]))
    ends = []
    for exponent, color in zip(exponents, fig.sequential(len(exponents)), strict=True):
        beta_rows = table[table["exponent"] == exponent]
        for trainer, style in (("flow", _DASHED), ("SGD", "-")):
            rows = beta_rows[
                (beta_rows["trainer"] == trainer) & (beta_rows["quantity"] == quantity)
            ]
            points, values = fig.replicate_curves(rows, point="x", value="y")
            middle = fig.log_band(values, quantity).middle
            axes.plot(points, middle, color=color, linestyle=style)
        fits = beta_rows[(beta_rows["trainer"] == "SGD") & (beta_rows["quantity"] == fitted)]
        slope = float(fits["y"].mean())
        text = f"β = {exponent:g}: {fig.power(variable, slope)}"
        ends.append(fig.LineEnd(float(points[-1]), float(middle[-1]), text, color))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.margins(x=0.02)
    return fig.label_line_ends(axes, ends)
