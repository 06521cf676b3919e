"""Render step: loss against updates with and without the transform (document 004, Section 3.1)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.compression.evaluate_transform import COLUMNS
from compsparse.studies.factorial.drawing.losses import draw_losses, one_panel

_NAMES = {0: "no layer", 1: "one layer"}


@fig.renders("embedding", "layers", *COLUMNS)
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    # the control is a metric and not drawn; step 0 has no place on a logarithmic axis
    trained = table[(table["embedding"] == "learned") & (table["step"] > 0)]
    (width,) = set(trained["approximation_complexity"])
    figure, axes = one_panel(headline, 2.6)
    dimensions = fig.name_groups(sorted(set(trained["embedding_dimension"])), "d = {}")
    bands, ends = [], []
    for layers, name in _NAMES.items():
        styles = {d: (f"{words}, {name}", color) for d, (words, color) in dimensions.items()}
        curves = draw_losses(
            axes,
            trained[trained["layers"] == layers],
            x="step",
            by="embedding_dimension",
            styles=styles,
            dashed=() if layers else styles,
        )
        bands += curves.bands
        ends += curves.ends
    axes.margins(x=0.0)
    axes.set(xlabel="updates", ylabel="loss (KL, nats)")
    axes.set_title(f"learned embedding; AC {width:,}")
    fig.footer(figure, f"Dashed: no layer; solid: one layer.\n{fig.band_note(bands)}")
    return fig.settle(figure, fig.label_line_ends(axes, ends))
