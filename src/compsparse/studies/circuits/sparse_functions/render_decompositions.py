"""Render step: decompositions by depth (document 000, 'Note on Sparse Compositionality')."""

import pandas as pd

from compsparse.figures import api as fig

_MARKS = ("o", "s", "D")
_NAMES = {"parity": "parity", "comparator": "a > b", "addition": "a + b"}


@fig.renders("task", "inputs", "depth", "arity", "entries")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    d = int(table["inputs"].max())
    figure = fig.new_figure(fig.COLUMN, 3.6)
    upper, lower = fig.stacked_panels(figure, 1.0, 1.0)
    fig.headline(figure, headline)
    table = table.sort_values("depth")
    for place, (task, color) in enumerate(zip(_NAMES, fig.CATEGORIES, strict=False)):
        rows = table[table["task"] == task]
        for axes, column in ((upper, "arity"), (lower, "entries")):
            axes.plot(
                rows["depth"],
                rows[column],
                color=color,
                # a later task lies on an earlier one where their arities agree
                marker=_MARKS[place],
                markersize=6.5 - 2 * place,
                linewidth=2.4 - 0.8 * place,
            )
    for axes, most, text in ((upper, d, f"all d = {d} inputs"), (lower, 2**d, f"2ᵈ = {2**d:,}")):
        axes.axhline(most, color=fig.GREY, linestyle=":", linewidth=0.9)
        fig.write(axes, text, 1.0, most, frame="y data", shift=(-2, -3), ha="right", va="top")
    lower.set_xscale("log", base=2)
    upper.set_yscale("log", base=2)
    fig.set_ticks(upper.yaxis, [2**power for power in range(1, d.bit_length())])
    lower.set_yscale("log")
    fig.set_ticks(lower.xaxis, sorted(set(table["depth"])))
    upper.set_ylabel("variables of the\nlargest constituent")
    lower.set(ylabel="entries of all tables", xlabel="levels left after merging")
    fig.key(upper, list(zip(_NAMES.values(), fig.CATEGORIES, strict=False)), corner="lower left")
    fig.footer(
        figure,
        "Neighbouring levels of a parity chain, a comparator and a ripple\n"
        "adder merged. At 1 level, f is one table. "
        f"Exact; all 2{fig.superscript(d)} inputs checked.",
    )
    return fig.settle(figure)
