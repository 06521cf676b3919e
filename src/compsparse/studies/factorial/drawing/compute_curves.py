"""Loss against compute, one line per embedding dimension (document 004, Figures 5 and 18)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.loss_band import loss_band

COLUMNS = ("embedding_dimension", "approximation_complexity", "run", "flops", "loss")

_TOO_NARROW = (0.0, (3.0, 1.5))


def draw(
    table: pd.DataFrame, *, title: str, loss_name: str, reference: tuple[float, str] | None = None
) -> fig.Figure:
    """Draw the loss of every embedding dimension, and the named ``reference`` as a grey line."""
    widths = sorted(set(table["approximation_complexity"]))
    if len(widths) != 1:
        raise ValueError(
            f"The figure shows one task; the table has tasks of approximation complexity {widths}. "
            "Keep one of them in the evaluate step."
        )
    trained = table[table["flops"] > 0]  # no compute has no place on a logarithmic axis
    dimensions = sorted(set(trained["embedding_dimension"]))
    figure = fig.new_figure(fig.COLUMN, max(2.9, 1.2 + 0.13 * len(dimensions)))
    axes = figure.subplots()
    fig.headline(figure, title)
    bands, ends = [], []
    for dimension, color in zip(dimensions, fig.sequential(len(dimensions)), strict=True):
        rows = trained[trained["embedding_dimension"] == dimension]
        flops, losses = fig.replicate_curves(rows, point="flops", value="loss")
        bands.append(loss_band(losses))
        wide = dimension >= widths[0]
        fig.draw_band(axes, flops, bands[-1], color=color, linestyle="-" if wide else _TOO_NARROW)
        text = f"d = {dimension}" + (" = AC" if dimension == widths[0] else "")
        ends.append(fig.LineEnd(float(flops[-1]), float(bands[-1].middle[-1]), text, color))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.margins(x=0.02)
    axes.set_xlabel("training compute (FLOP)")
    axes.set_ylabel(loss_name)
    if reference is not None:
        axes.axhline(reference[0], color=fig.GREY, linewidth=0.6)
        ends.append(fig.LineEnd(axes.get_xlim()[1], reference[0], reference[1], fig.GREY))
    fig.footer(figure, f"Dashed: d < AC = {widths[0]}; solid: d ≥ AC.\n{fig.band_note(bands)}")
    return fig.settle(figure, fig.label_line_ends(axes, ends))
