"""Render step: size and depth of a threshold gate of fan-in 3 (document 000, Theorem 1, step 3)."""

import pandas as pd

from compsparse.figures import api as fig

_UNIT = 1
_TICKS = (2, 16, 128, 1024, 8192)


@fig.renders("bits", "run", "sources", "size", "size_limit", "depth", "depth_limit")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.6)
    left, right = figure.subplots(1, 2)
    fig.headline(figure, headline)
    # a circuit without gates, where one source decides, has no logarithm
    sizes = _draw(left, table.assign(size=table["size"].clip(lower=1)), "size")
    depths = _draw(right, table, "depth")
    most = float(table["sources"].max())
    ends = [float(table["sources"].min()), most]
    left.plot(ends, ends, color=fig.GREY, linewidth=0.8, linestyle=(0.0, (3.0, 1.5)))
    left.set_yscale("log")
    left.set(ylabel="gates", title="Size")
    right.set_ylim(bottom=0)
    right.set(ylabel="levels", title="Depth")
    bands = [*sizes.bands, *depths.bands]
    random = [band for band in bands if band.spread != "none"]
    fig.footer(
        figure,
        "Exact counts of adder network and comparator. Unit weights: one circuit for each r. "
        "Random weights of b bits and\n"
        f"either sign: {fig.band_note(random or bands)}\n"
        "A gate that only passes a source on counts as 1.",
    )
    return fig.settle(
        figure,
        fig.label_line_ends(left, [*sizes.ends, fig.LineEnd(most, most, "r", fig.GREY)]),
        fig.label_line_ends(right, depths.ends),
    )


def _draw(axes: fig.Axes, table: pd.DataFrame, column: str) -> fig.Curves:
    styles = fig.name_groups(sorted(table["bits"].unique()), "b = {}")
    styles[_UNIT] = ("unit", styles[_UNIT][1])
    curves = fig.draw_curves(
        axes, table, x="sources", y=column, by="bits", styles=styles, geometric=column == "size"
    )
    axes.set_xscale("log", base=2)
    least, most = table["sources"].min(), table["sources"].max()
    fig.set_ticks(axes.xaxis, [tick for tick in _TICKS if least <= tick <= most], "{:,}")
    axes.set_xlabel("sources r of the gate")
    return curves
