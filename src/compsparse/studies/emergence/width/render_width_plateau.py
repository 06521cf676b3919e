"""Render step: the loss at which students end (document 003, Part I, approximation barrier)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.width.figure_labels import MODEL, mean_slope, table_widths

_DASHES = (0.0, (3.0, 1.5))


@fig.renders("exponent", "neurons", "run", "loss", "best", "predicted")
def run(table: pd.DataFrame) -> fig.Figure:
    widths = table_widths(table)
    exponents = sorted(table["exponent"].unique())
    figure = fig.new_figure(fig.COLUMN, 2.7)
    axes = figure.subplots()
    fig.headline(figure, "More neurons end at a lower loss, as m¹⁻²ᵝ")
    bands, ends = [], []
    for exponent, color in zip(exponents, fig.CATEGORIES[: len(exponents)], strict=True):
        rows = table[table["exponent"] == exponent]
        neurons, losses = fig.replicate_curves(rows, point="neurons", value="loss")
        _, best = fig.replicate_curves(rows, point="neurons", value="best")
        bands.append(fig.log_band(losses, "loss"))
        fig.draw_band(axes, neurons, bands[-1], color=color)
        axes.plot(neurons, bands[-1].middle, linestyle="none", marker="o", color=color)
        axes.plot(neurons, best[0], color=color, linestyle=_DASHES, linewidth=0.9)
        slope = fig.in_type(mean_slope(rows, "neurons", "loss"), ".2f")
        text = f"β = {exponent:g}: slope {slope}\n(theory {fig.in_type(1 - 2 * exponent, '.2f')})"
        ends.append(fig.LineEnd(float(neurons[-1]), float(bands[-1].middle[-1]), text, color))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks(widths, [str(width) for width in widths])
    axes.set_xticks([], minor=True)
    axes.margins(x=0.04)
    axes.set_xlabel("neurons m")
    axes.set_ylabel("final loss (at the start: 1)")
    fig.footer(
        figure,
        f"{MODEL}. Dashed: least loss of any student of m neurons,\n"
        f"the sum of a² over all directions but the m largest.\n{fig.band_note(bands)}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))
