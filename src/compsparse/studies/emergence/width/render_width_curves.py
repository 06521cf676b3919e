"""Render step: loss against time at many widths, and rescaled (document 003, Part I, plots)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import log_axes, middle_exponent, panels, table_widths


@fig.renders("exponent", "neurons", "run", "time", "loss")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    exponent, rows = middle_exponent(table)
    figure, (above, below) = panels(headline, fig.COLUMN, 4.4, 2, 1)
    width = rows["neurons"].astype(float)
    rescaled = rows.assign(
        time=rows["time"] / width**exponent, loss=rows["loss"] * width ** (2 * exponent - 1)
    )
    curves = _panel(above, rows)
    above.set(title="as trained", xlabel="time ηt", ylabel="loss L")
    _panel(below, rescaled)
    below.set(title="rescaled by the scaling law", xlabel="rescaled time ηt / mᵝ")
    below.set_ylabel("rescaled loss L / m¹⁻²ᵝ")
    fig.footer(
        figure, f"Population flow (not SGD), β = {exponent:g}.\n{fig.band_note(curves.bands)}"
    )
    return fig.settle(figure, fig.label_line_ends(above, curves.ends))


def _panel(axes: fig.Axes, rows: pd.DataFrame) -> fig.Curves:
    styles = fig.name_groups(table_widths(rows), "m = {}", ordered=True)
    curves = fig.draw_curves(
        axes, rows, x="time", y="loss", by="neurons", styles=styles, geometric=True
    )
    log_axes(axes)
    axes.margins(x=0.0)
    return curves
