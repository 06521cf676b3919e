"""Render step: emergence times against the dimension, by k (document 003, part I, corollary)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import geometric_means, log_axes, mean_slope, panels
from compsparse.studies.emergence.scaling_law import figure_parts as parts

_COLORS = {3: fig.CATEGORIES[1], 4: fig.CATEGORIES[0]}


@fig.renders("order", "dimension", "run", "time", "fitted")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    learned = table.assign(complete=table["time"].notna())
    kept = learned[learned.groupby("run")["complete"].transform("all")]
    if kept.empty:
        return parts.nothing_learned(headline, fig.COLUMN)
    figure, axes = panels(headline, fig.COLUMN, 2.9)
    styles = {}
    for order, rows in kept[kept["fitted"]].groupby("order"):
        k, slope = int(str(order)), mean_slope(rows, "dimension", "time")
        parts.draw_theory(axes, *geometric_means(rows, "dimension", "time"), k / 2 - 1)
        styles[k] = (f"k = {k}: {fig.power('d', slope, '.3f')}", _COLORS[k])
    curves = fig.draw_curves(
        axes, kept, x="dimension", y="time", by="order", styles=styles, geometric=True, marker="o"
    )
    log_axes(axes)
    least = int(table["dimension"].min())
    fitted_from = int(table.loc[table["fitted"], "dimension"].min())
    if least < fitted_from:
        axes.axvspan(0.8 * least, 0.75 * fitted_from, color=fig.PALE, zorder=0, linewidth=0)
        axes.set_xlim(left=0.8 * least)
    axes.set_xlabel("input dimension d (shaded: not in the fit)")
    axes.set_ylabel("emergence time ηT (geometric mean)")
    fig.footer(
        figure,
        f"Population flow; wide grey: theory. {parts.seeds(learned)}, the same in every d.\n"
        f"Shown: {fig.band_note(curves.bands)}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, curves.ends))
