"""Render step: trees and bigrams that generate stories (listed in document 000, NeurIPS 2024)."""

import pandas as pd

from compsparse.figures import api as fig

_STYLES = fig.name_groups(("tree", "bigram"), "{}")


@fig.renders("model", "run", "stories", "cross_entropy", "consistent", "entropy")
def run(table: pd.DataFrame, *, headline: fig.Headline, window: int) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 3.3)
    fig.headline(figure, headline)
    bands, labels = [], []
    panels = fig.stacked_panels(figure, 1.0, 1.0)
    for axes, value in zip(panels, ("consistent", "cross_entropy"), strict=True):
        curves = fig.draw_curves(axes, table, x="stories", y=value, by="model", styles=_STYLES)
        bands += curves.bands
        labels.append(fig.label_line_ends(axes, curves.ends))
        axes.set_xscale("log")
        axes.set_ylim(bottom=-0.03)  # shows a line at 0 in full
    top, bottom = panels
    top.set_ylabel("probability that a\nstory is consistent")
    bottom.axhline(float(table["entropy"].iloc[0]), color=fig.GREY, linewidth=0.8, linestyle=":")
    bottom.set(ylabel="cross entropy\n(nats per word)", xlabel="training stories")
    fig.footer(
        figure,
        f"The tree sees the last {window} words. Dotted: entropy of the stories.\n"
        f"{fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)
