"""Render step: trees and bigrams that generate stories (listed in document 000, NeurIPS 2024)."""

import pandas as pd

from compsparse.figures import api as fig

_MODELS = ("tree", "bigram")


@fig.renders("model", "run", "stories", "cross_entropy", "consistent", "entropy")
def run(table: pd.DataFrame, *, window: int) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 3.3)
    fig.headline(figure, "A tree writes consistent stories, bigrams do not")
    bands: list[fig.Band] = []
    labels = []
    panels = fig.stacked_panels(figure, 1.0, 1.0)
    for axes, value in zip(panels, ("consistent", "cross_entropy"), strict=True):
        ends = []
        for model, color in zip(_MODELS, fig.CATEGORIES[: len(_MODELS)], strict=True):
            rows = table[table["model"] == model]
            stories, values = fig.replicate_curves(rows, point="stories", value=value)
            band = fig.mean_band(values)
            bands.append(band)
            fig.draw_band(axes, stories, band, color=color)
            ends.append(fig.LineEnd(float(stories[-1]), float(band.middle[-1]), model, color))
        axes.set_xscale("log")
        axes.set_ylim(bottom=-0.03)  # shows a line at 0 in full
        labels.append(fig.label_line_ends(axes, ends))
    top, bottom = panels
    top.set_ylabel("probability that a\nstory is consistent")
    bottom.axhline(float(table["entropy"].iloc[0]), color=fig.GREY, linewidth=0.8, linestyle=":")
    bottom.set_ylabel("cross entropy\n(nats per word)")
    bottom.set_xlabel("training stories")
    fig.footer(
        figure,
        f"The tree sees the last {window} words. Dotted: entropy of the stories.\n"
        f"{fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)
