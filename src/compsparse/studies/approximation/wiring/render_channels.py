"""Render step: channels against d, right and wrong wiring, a panel for each target."""

import pandas as pd

from compsparse.figures import api as fig

_TITLES = {"tree": "target: a tree", "generic": "target: generic"}


@fig.renders("variables", "target", "wiring", "error", "run", "channels", "capped")
def run(table: pd.DataFrame, error: float) -> fig.Figure:
    """``error`` is drawn."""
    rows = table[table["error"] == error]
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.7)
    fig.headline(figure, "It is the matching of wiring and target that pays")
    panels = figure.subplots(1, len(_TITLES), sharey=True)
    labels, bands = [], []
    colors = dict(zip(("right", "wrong"), fig.CATEGORIES, strict=False))
    for axes, (target, title) in zip(panels, _TITLES.items(), strict=True):
        ends = []
        for wiring, color in colors.items():
            of = rows[(rows["target"] == target) & (rows["wiring"] == wiring)]
            places, values = fig.replicate_curves(of, point="variables", value="channels")
            bands.append(fig.log_band(values, "channels"))
            fig.draw_band(axes, places, bands[-1], color=color)
            axes.plot(places, bands[-1].middle, linestyle="none", marker="o", color=color)
            end = float(bands[-1].middle[-1])
            ends.append(fig.LineEnd(places[-1], end, f"{wiring} wiring", color))
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.xaxis.set_major_locator(fig.FixedLocator(sorted(set(rows["variables"]))))
        axes.xaxis.set_major_formatter(fig.FuncFormatter(lambda value, _: f"{value:g}"))
        axes.xaxis.set_minor_locator(fig.NullLocator())
        axes.yaxis.set_major_locator(fig.FixedLocator([1, 2, 4, 8, 16, 32, 64, 128, 256]))
        axes.yaxis.set_major_formatter(fig.FuncFormatter(lambda value, _: f"{value:g}"))
        axes.yaxis.set_minor_locator(fig.NullLocator())
        axes.set_xlabel("d, variables")
        axes.set_title(title)
        labels.append(fig.label_line_ends(axes, ends))
    panels[0].set_ylabel("channels above half of the variables")
    fig.footer(
        figure,
        f"Least channels of a tree network whose error is {error:g} of the variance: ranks,\n"
        "nothing is trained. Right: the first half of the variables; wrong: every second one.\n"
        f"{fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)
