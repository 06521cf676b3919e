"""Render step: the gap against measures of complexity, networks by what they differ in."""

from collections.abc import Mapping

import pandas as pd

from compsparse.figures import api as fig

_MEASURES = {
    "norm": "Frobenius norms",
    "nonzeros": "nonzero weights / N",
    "stable_rank": "stable ranks / N",
}
_FACTORS = {"examples": "N", "channels": "channels", "decay": "decay", "noise": "wrong labels"}


@fig.renders("wiring", "run", "gap", *_MEASURES, *_FACTORS)
def run(
    table: pd.DataFrame, *, headline: fig.Headline, usual: Mapping[str, float | int]
) -> fig.Figure:
    """``usual`` has the factors of the network that others differ from."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.7)
    fig.headline(figure, headline)
    keys = ["wiring", *_FACTORS]
    means = table.groupby(keys, as_index=False)[["gap", *_MEASURES]].mean()
    panels = figure.subplots(1, len(_MEASURES), sharey=True)
    for axes, (measure, title) in zip(panels, _MEASURES.items(), strict=True):
        for factor, color in zip(_FACTORS, fig.CATEGORIES, strict=False):
            fixed = pd.Series({name: usual[name] for name in _FACTORS if name != factor})
            alike = means[(means[list(fixed.index)] == fixed).all(axis=1)]
            for _, rows in alike.groupby("wiring"):
                if len(rows) > 1:
                    line = rows.sort_values(factor).set_index(measure)["gap"]
                    axes.plot(line, color=color, marker="o", markersize=3, linewidth=0.8)
        axes.set_xscale("log")
        axes.xaxis.set_minor_formatter(fig.NullFormatter())
        axes.set_xlabel(title)
    panels[0].set_ylabel("gap")
    colors = zip(_FACTORS.values(), fig.CATEGORIES, strict=False)
    fig.key(panels[0], list(colors), corner="upper left")
    runs = table["run"].nunique()
    fig.footer(
        figure,
        "Lines join networks that differ in one factor; where that is not N, N = "
        f"{usual['examples']}. Dots: means of\n{runs} runs. Norms: products over levels, over √N.",
    )
    return fig.settle(figure)
