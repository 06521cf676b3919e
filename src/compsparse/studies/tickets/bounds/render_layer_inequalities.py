"""Render step: what a sparse layer contributes over what the slide prints, by k."""

import pandas as pd

from compsparse.figures import api as fig

_SUPREMA = {"layer_over_dense": "one of many rows", "row_over_dense": "one row"}
_SQUARES = {"sum_over_printed": "row by row", "actual_over_printed": "|Wx|²"}


@fig.renders("run", "nonzeros", "root", *_SUPREMA, *_SQUARES)
def run(table: pd.DataFrame, *, headline: fig.Headline, inputs: int, examples: int) -> fig.Figure:
    """``inputs`` is n, ``examples`` N."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.7)
    fig.headline(figure, headline)
    left, right = figure.subplots(1, 2, sharex=True)
    bands, labels = [], []
    guide = table.groupby("nonzeros")["root"].first()
    sizes = guide.index.to_numpy(dtype=float)
    for axes, drawn, printed in (
        (left, _SUPREMA, (guide.to_numpy(), "printed, √(k/n)")),
        (right, _SQUARES, (guide.to_numpy() * 0 + 1, "printed")),
    ):
        values, text = printed
        axes.plot(sizes, values, color=fig.GREY, linestyle="--")
        ends = [fig.LineEnd(sizes[-1], float(values[-1]), text, fig.GREY)]
        rows = table.melt(["run", "nonzeros"], list(drawn))
        styles = {
            column: (words, color)
            for (column, words), color in zip(drawn.items(), fig.CATEGORIES, strict=False)
        }
        named = {"x": "nonzeros", "y": "value", "by": "variable"}
        curves = fig.draw_curves(axes, rows, **named, styles=styles, geometric=True, marker="o")
        ends += curves.ends
        bands += curves.bands
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        fig.set_ticks(axes.xaxis, sizes)
        axes.yaxis.set_major_locator(fig.LogLocator(subs=(1.0, 2.0, 5.0)))
        axes.yaxis.set_major_formatter(fig.FuncFormatter(lambda value, _: f"{value:g}"))
        axes.yaxis.set_minor_locator(fig.NullLocator())
        axes.set_xlabel("nonzero weights of a row, k")
        labels.append(fig.label_line_ends(axes, ends))
    left.set_title("supremum over the dense layer's")
    right.set_title("mean over the printed square")
    fig.footer(
        figure,
        f"n = {inputs}, inputs uniform on the sphere; left: random signs of {examples} examples, "
        "layers of\n"
        f"equal Frobenius norm, exact. {fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)
