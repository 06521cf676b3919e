"""Render step: loss against time at many widths, and rescaled (document 003, Part I, plots)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.width.figure_labels import MODEL, middle_exponent, table_widths


@fig.renders("exponent", "neurons", "run", "time", "loss")
def run(table: pd.DataFrame) -> fig.Figure:
    exponent, rows = middle_exponent(table)
    figure = fig.new_figure(fig.COLUMN, 4.4)
    above, below = figure.subplots(2, 1)
    fig.headline(figure, "The width decides where the loss levels off")
    bands, ends = _panel(above, rows, 0.0)
    above.set_title("as trained")
    above.set_xlabel("time ηt")
    above.set_ylabel("loss L")
    _panel(below, rows, exponent)
    below.set_title("rescaled by the scaling law")
    below.set_xlabel("rescaled time ηt / mᵝ")
    below.set_ylabel("rescaled loss L / m¹⁻²ᵝ")
    fig.footer(figure, f"{MODEL}, β = {exponent:g}.\n{fig.band_note(bands)}")
    return fig.settle(figure, fig.label_line_ends(above, ends))


def _panel(
    axes: fig.Axes, rows: pd.DataFrame, exponent: float
) -> tuple[list[fig.Band], list[fig.LineEnd]]:
    """Draw a line for each width, in units of m^exponent and m^(1 - 2 exponent)."""
    widths = table_widths(rows)
    bands, ends = [], []
    for width, color in zip(widths, fig.sequential(len(widths)), strict=True):
        time, losses = fig.replicate_curves(
            rows[rows["neurons"] == width], point="time", value="loss"
        )
        if exponent:
            time = time / width**exponent
            losses = losses * width ** (2 * exponent - 1)
        bands.append(fig.log_band(losses, "loss"))
        fig.draw_band(axes, time, bands[-1], color=color)
        ends.append(
            fig.LineEnd(float(time[-1]), float(bands[-1].middle[-1]), f"m = {width}", color)
        )
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.margins(x=0.0)
    return bands, ends
