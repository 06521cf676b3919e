"""Render step: how the gap and two bounds order the wirings."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.tickets.wired.words import STYLES

_ROWS = {
    "gap": "gap",
    "degree": "degree bound",
    "theorem_5": "Theorem 5",
}
_SPREAD = 0.6  # of the wirings in a row


@fig.renders("wiring", "run", *_ROWS)
def run(table: pd.DataFrame, *, headline: fig.Headline, examples: int) -> fig.Figure:
    """``examples`` is N.

    What is compared is an order, so values are shown over the dense network's of the same run, and
    only of bounds that order the networks differently.
    """
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.6)
    fig.headline(figure, headline)
    axes = figure.subplots()
    # a gap may be 0 or negative, which a logarithmic axis does not show
    values = table.set_index(["wiring", "run"])[list(_ROWS)].clip(lower=1e-3)
    dense = values.loc["dense"]
    styles = {wiring: style for wiring, style in STYLES.items() if wiring != "dense"}
    offsets = np.linspace(_SPREAD / 2, -_SPREAD / 2, len(styles))
    for (wiring, (_, color)), offset in zip(styles.items(), offsets, strict=True):
        ratios = (values.loc[wiring] / dense).to_numpy()
        places = len(_ROWS) - 1 - np.arange(len(_ROWS)) + offset
        axes.plot(ratios.T, places, "o", markersize=2.5, color=color, alpha=0.4)
        axes.plot(np.exp(np.log(ratios).mean(axis=0)), places, "|", markersize=9, color=color)
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(fig.LogLocator(subs=(1.0, 2.0, 5.0)))
    axes.xaxis.set_major_formatter(fig.FuncFormatter(lambda value, _: f"{value:g}"))
    axes.xaxis.set_minor_locator(fig.NullLocator())
    axes.set_yticks(range(len(_ROWS)), list(_ROWS.values())[::-1])
    axes.axvline(1, color=fig.GREY, linewidth=0.8, zorder=0)
    axes.set_xlabel("over that of the dense network")
    fig.key(axes, list(styles.values()), corner="upper right")
    fig.footer(
        figure,
        f"N = {examples}. Left of the line: smaller than the dense network's. Dots: "
        f"{table['run'].nunique()} runs; bars:\ngeometric means. Degree bound: norms of nodes; "
        "Theorem 5: of matrices.",
    )
    return fig.settle(figure)
