"""Render step: seen and unseen losses, embedding learned or fixed (document 004, Section 2.2)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.loss_band import loss_band

_COLORS = {"learned": fig.CATEGORIES[1], "fixed": fig.CATEGORIES[0]}
_DASHES = (0.0, (3.0, 1.5))


@fig.renders("embedding", "run", "step", "loss", "train_loss", "constant_loss")
def run(table: pd.DataFrame) -> fig.Figure:
    unknown = sorted(set(table["embedding"]) - set(_COLORS))
    if unknown:
        raise ValueError(
            f"The table has the embedding {unknown[0]!r}; the figure knows {', '.join(_COLORS)}. "
            "Rebuild the table with the evaluate step."
        )
    trained = table[table["step"] > 0]  # step 0 has no place on a logarithmic axis
    constant = loss_band(table[table["step"] == 0][["constant_loss"]].to_numpy(dtype=float))
    figure = fig.new_figure(fig.COLUMN, 2.7)
    axes = figure.subplots()
    fig.headline(figure, "Unseen inputs: learned or fixed embedding")
    bands, ends = [], []
    for embedding, color in _COLORS.items():
        for column, inputs in (("loss", "unseen"), ("train_loss", "seen")):
            rows = trained[trained["embedding"] == embedding]
            steps, losses = fig.replicate_curves(rows, point="step", value=column)
            bands.append(loss_band(losses))
            line = "-" if inputs == "unseen" else _DASHES
            fig.draw_band(axes, steps, bands[-1], color=color, linestyle=line)
            end = float(bands[-1].middle[-1])
            ends.append(fig.LineEnd(float(steps[-1]), end, f"{embedding}, {inputs}", color))
    level = float(constant.middle[0])
    axes.axhline(level, color=fig.GREY, linewidth=0.6, linestyle=":")
    ends.append(fig.LineEnd(float(steps[-1]), level, "best constant", fig.GREY))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(steps[0], steps[-1])
    axes.set_xlabel("updates")
    axes.set_ylabel("loss (KL, nats)")
    fig.footer(
        figure,
        "Dashed: seen inputs; best constant: one prediction for all unseen.\n"
        f"{fig.band_note(bands)}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))
