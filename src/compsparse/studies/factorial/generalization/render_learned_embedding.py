"""Render step: seen and unseen losses, embedding learned or fixed (document 004, Section 2.2)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.losses import (
    draw_losses,
    geometric_mean,
    mark_loss,
    one_panel,
)

_COLORS = {"learned": fig.CATEGORIES[1], "fixed": fig.CATEGORIES[0]}
_INPUTS = {"loss": "unseen", "train_loss": "seen"}


@fig.renders("embedding", "run", "step", "loss", "train_loss", "constant_loss")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    trained = table[table["step"] > 0]  # step 0 has no place on a logarithmic axis
    figure, axes = one_panel(headline, 2.7)
    drawn = fig.Curves([], [])
    for column, inputs in _INPUTS.items():
        styles = {name: (f"{name}, {inputs}", color) for name, color in _COLORS.items()}
        dashed = () if inputs == "unseen" else styles
        curves = draw_losses(
            axes, trained, x="step", y=column, by="embedding", styles=styles, dashed=dashed
        )
        drawn.bands.extend(curves.bands)
        drawn.ends.extend(curves.ends)
    constant = geometric_mean(table["constant_loss"][table["step"] == 0])
    mark_loss(axes, drawn, constant, "best constant", linestyle=":")
    axes.set_xlim(trained["step"].min(), trained["step"].max())
    axes.set(xlabel="updates", ylabel="loss (KL, nats)")
    fig.footer(
        figure,
        "Dashed: seen inputs; best constant: one prediction for all unseen.\n"
        f"{fig.band_note(drawn.bands)}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, drawn.ends))
