"""Render step: how far each layer attends to where theory says, against updates."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.composition.task.curves import mark_chance


@fig.renders("run", "layer", "step", "aligned", "by_chance", "rate")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 2.9)
    fig.headline(figure, headline)
    axes = figure.subplots()
    styles = fig.name_groups(sorted(set(table["layer"])), "layer {}", ordered=True)
    trained = table[table["step"] > 0]
    curves = fig.draw_curves(axes, trained, x="step", y="aligned", by="layer", styles=styles)
    mark_chance(axes, table["by_chance"])
    axes.set_xscale("log")
    axes.set_xlabel("updates")
    axes.set_ylabel("share of keys as in theory")
    fig.footer(
        figure,
        "Attention-only model on the mixture. Of each thing a query can\n"
        "hold, whether the layer's largest weight is on the key that theory\n"
        f"says. Dashed: chance. {fig.band_note(curves.bands)}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, curves.ends))
