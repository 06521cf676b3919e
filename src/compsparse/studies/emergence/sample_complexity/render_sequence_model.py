"""Render step: exact risks of thresholding (document 003, part I, 'Remark on Discretization')."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import log_axes, panels


@fig.renders("exponent", "samples", "ideal", "soft")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure, axes = panels(headline, fig.COLUMN, 2.7)
    ends = []
    styles = fig.name_groups(sorted(set(table["exponent"])), "β = {:g}")
    for beta, (name, color) in styles.items():
        rows = table[table["exponent"] == beta]
        axes.plot(rows["samples"], rows["ideal"], color=color)
        axes.plot(rows["samples"], rows["soft"], color=color, linestyle="--")
        text = f"{name}, theory {fig.in_type((1 - 2 * beta) / (2 * beta), '.2g')}"
        last = rows.iloc[-1]
        ends.append(fig.LineEnd(float(last["samples"]), float(last["ideal"]), text, color))
    log_axes(axes)
    axes.set(xlabel="samples n = 1 / variance of the noise", ylabel="risk")
    fig.footer(
        figure,
        "Exact, no seeds. Solid: keep exactly the coordinates that pay;\n"
        "dashed: soft thresholding at √(2 ln n / n).",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))
