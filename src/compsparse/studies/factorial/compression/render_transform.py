"""Render step: loss against updates with and without the transform (document 004, Section 3.1)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.loss_band import loss_band
from compsparse.studies.factorial.drawing.notation import approximation

_NAMES = {0: "no layer", 1: "one layer"}
_DASHES: dict[int, str | tuple[float, tuple[float, ...]]] = {0: (0.0, (3.0, 1.5)), 1: "-"}


@fig.renders(
    "embedding",
    "layers",
    "embedding_dimension",
    "approximation_complexity",
    "statistical_complexity",
    "run",
    "step",
    "loss",
)
def run(table: pd.DataFrame) -> fig.Figure:
    # the control is a metric and not drawn; step 0 has no place on a logarithmic axis
    trained = table[(table["embedding"] == "learned") & (table["step"] > 0)]
    widths = sorted(set(trained["approximation_complexity"]))
    if len(widths) != 1:
        raise ValueError(f"The figure shows one task; the table has tasks of AC {widths}.")
    figure = fig.new_figure(fig.COLUMN, 2.6)
    axes = figure.subplots()
    fig.headline(figure, "Learned embedding: one layer or none end alike")
    bands, ends = [], []
    dimensions = sorted(set(trained["embedding_dimension"]))
    colors = fig.CATEGORIES[: len(dimensions)]
    for dimension, color in zip(dimensions, colors, strict=True):
        for layers, name in _NAMES.items():
            rows = trained[
                (trained["embedding_dimension"] == dimension) & (trained["layers"] == layers)
            ]
            steps, losses = fig.replicate_curves(rows, point="step", value="loss")
            bands.append(loss_band(losses))
            fig.draw_band(axes, steps, bands[-1], color=color, linestyle=_DASHES[layers])
            end = float(bands[-1].middle[-1])
            ends.append(fig.LineEnd(float(steps[-1]), end, f"d = {dimension}, {name}", color))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.margins(x=0.0)
    axes.set_xlabel("updates")
    axes.set_ylabel("loss (KL, nats)")
    axes.set_title(f"learned embedding; {approximation(int(widths[0]))}")
    fig.footer(figure, f"Dashed: no layer; solid: one layer.\n{fig.band_note(bands)}")
    return fig.settle(figure, fig.label_line_ends(axes, ends))
