"""Render step: the loss at which students end (document 003, Part I, approximation barrier)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import DASHES, log_axes, mean_slope, panels, table_widths


@fig.renders("exponent", "neurons", "run", "loss", "best", "predicted")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure, axes = panels(headline, fig.COLUMN, 2.7)
    styles = fig.name_groups(sorted(set(table["exponent"])), "β = {:g}")
    for exponent, (name, color) in styles.items():
        rows = table[table["exponent"] == exponent]
        best = rows.groupby("neurons")["best"].first()
        axes.plot(best, color=color, linestyle=DASHES, linewidth=0.9)
        slope = fig.in_type(mean_slope(rows, "neurons", "loss"), ".2f")
        theory = fig.in_type(1 - 2 * exponent, ".2f")
        styles[exponent] = (f"{name}: slope {slope}\n(theory {theory})", color)
    curves = fig.draw_curves(
        axes, table, x="neurons", y="loss", by="exponent", styles=styles, geometric=True, marker="o"
    )
    log_axes(axes)
    fig.set_ticks(axes.xaxis, table_widths(table))
    axes.margins(x=0.04)
    axes.set(xlabel="neurons m", ylabel="final loss (at the start: 1)")
    fig.footer(
        figure,
        f"Population flow (not SGD). Dashed: least loss of any student of m neurons,\n"
        f"the sum of a² over all directions but the m largest.\n{fig.band_note(curves.bands)}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, curves.ends))
