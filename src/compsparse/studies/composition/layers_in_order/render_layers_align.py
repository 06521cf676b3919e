"""Render step: how far each layer attends to where theory says, against updates."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("run", "layer", "step", "aligned", "by_chance", "rate")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 2.9)
    fig.headline(figure, "Layers find their keys one after the other")
    axes = figure.subplots()
    layers = sorted(set(table["layer"]))
    bands, ends = [], []
    for layer, color in zip(layers, fig.sequential(len(layers)), strict=True):
        rows = table[(table["layer"] == layer) & (table["step"] > 0)]
        steps, values = fig.replicate_curves(rows, point="step", value="aligned")
        bands.append(fig.mean_band(values))
        fig.draw_band(axes, steps, bands[-1], color=color)
        ends.append((steps, bands[-1].middle, color, f"layer {layer}"))
    axes.set_xscale("log")
    axes.set_ylim(-0.03, 1.05)
    axes.axhline(float(table["by_chance"].iloc[0]), color=fig.GREY, linewidth=0.8, dashes=(4, 2))
    axes.set_xlabel("updates")
    axes.set_ylabel("share of keys as in theory")
    labels = fig.label_line_ends(
        axes, [fig.LineEnd(x[-1], float(y[-1]), text, color) for x, y, color, text in ends]
    )
    fig.footer(
        figure,
        "Attention-only model on the mixture. Of each thing a query can\n"
        "hold, whether the layer's largest weight is on the key that theory\n"
        f"says. Dashed: chance. {fig.band_note(bands)}",
    )
    return fig.settle(figure, labels)
