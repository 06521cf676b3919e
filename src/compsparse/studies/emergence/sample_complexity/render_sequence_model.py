"""Render step: exact risks of thresholding (document 003, part I, 'Remark on Discretization')."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.sample_complexity.figure_parts import beta


@fig.renders("exponent", "samples", "ideal", "soft")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 2.7)
    axes = figure.subplots()
    fig.headline(figure, f"The known rate falls as n{fig.raised('(1-2β)/(2β)')}")
    ends = []
    exponents = sorted(set(table["exponent"]))
    for value, color in zip(exponents, fig.CATEGORIES[: len(exponents)], strict=True):
        rows = table[table["exponent"] == value]
        slope = (1 - 2 * value) / (2 * value)
        last = rows.iloc[-1]
        axes.plot(rows["samples"], rows["ideal"], color=color)
        axes.plot(rows["samples"], rows["soft"], color=color, linestyle="--")
        text = f"{beta(value)}, theory {fig.in_type(slope, '.2g')}"
        ends.append(fig.LineEnd(float(last["samples"]), float(last["ideal"]), text, color))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("samples n = 1 / variance of the noise")
    axes.set_ylabel("risk")
    fig.footer(
        figure,
        "Exact, no seeds. Solid: keep exactly the coordinates that pay;\n"
        "dashed: soft thresholding at √(2 ln n / n).",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))
