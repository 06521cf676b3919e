"""Render step: emergence times and loss of SGD and the flow (document 003, part I, corollary)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import geometric_means, log_axes, panels
from compsparse.studies.emergence.scaling_law.figure_parts import nothing_learned

_DASHED = (0.0, (2.5, 1.5))


@fig.renders("exponent", "trainer", "run", "quantity", "x", "y")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    fits = table[table["quantity"] == "exponent of time"]
    # the same runs for SGD and the flow: those that have all of their exponents
    complete = fits["y"].notna().groupby(fits["run"]).all()
    kept = table[table["run"].map(complete).astype(bool)]
    if kept.empty:
        return nothing_learned(headline, fig.COLUMN_AND_A_HALF)
    missed = int((~complete).sum())
    figure, (left, right) = panels(headline, fig.COLUMN_AND_A_HALF, 2.7, 1, 2)
    labels = [
        _draw_panel(left, kept, "emergence", "exponent of time", "p"),
        _draw_panel(right, kept, "loss", "exponent of loss", "t"),
    ]
    left.set(title="emergence time ηTₚ", xlabel="direction p")
    fig.set_ticks(left.xaxis, np.unique(table.loc[table["quantity"] == "emergence", "x"]))
    right.set(title="population loss", xlabel="time ηt (η × steps)")
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
    styles = fig.name_groups(sorted(set(table["exponent"])), "β = {:g}", ordered=True)
    ends = []
    for exponent, (name, color) in styles.items():
        cells = {
            key: rows
            for key, rows in table[table["exponent"] == exponent].groupby(["trainer", "quantity"])
        }
        flow, sgd = (geometric_means(cells[t, quantity], "x", "y") for t in ("flow", "SGD"))
        axes.plot(*flow, color=color, linestyle=_DASHED)
        axes.plot(*sgd, color=color)
        text = f"{name}: {fig.power(variable, float(cells['SGD', fitted]['y'].mean()))}"
        ends.append(fig.LineEnd(float(sgd[0][-1]), float(sgd[1][-1]), text, color))
    log_axes(axes)
    axes.margins(x=0.02)
    return fig.label_line_ends(axes, ends)
