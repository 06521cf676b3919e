"""Render step: paths that trained networks use and combinations that they solve, by size."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.experts.error_rows import WORDS


@fig.renders("codes", "layers", "method", "run", "paths", "solved")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    """Paths on the left, solved combinations on the right, against E^L."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.6)
    fig.headline(figure, headline)
    table = table.assign(pieces=table["codes"] ** table["layers"])
    sizes = table.drop_duplicates("pieces").sort_values("pieces").set_index("pieces", drop=False)
    lines = {"E^L": sizes["pieces"], "L E": sizes["codes"] * sizes["layers"]}
    colors = dict(zip(("own", "free"), fig.CATEGORIES, strict=False))
    drawn_on = figure.subplots(1, 2, sharey=True)
    titles = {"paths": "Different paths of experts", "solved": "Combinations solved"}
    labels = []
    for axes, (column, title) in zip(drawn_on, titles.items(), strict=True):
        for method, color in colors.items():
            rows = table[table["method"] == method]
            moved = rows.assign(place=rows["pieces"] * (0.95 if method == "own" else 1.05))
            fig.draw_dots(axes, moved, x="place", y=column, color=color, alpha=0.6)
        ends = []
        for words, values in lines.items():
            axes.plot(values, color=fig.GREY, linewidth=0.8)
            last = float(values.index[-1]), float(values.iloc[-1])
            ends.append(fig.LineEnd(*last, words, fig.GREY))
        axes.set(xscale="log", yscale="log", xlabel="combinations, E^L", title=title)
        fig.set_ticks(axes.xaxis, sizes["pieces"])
        fig.set_ticks(axes.yaxis, sorted(set().union(*lines.values())))
        labels.append(fig.label_line_ends(axes, ends))
    fig.key(drawn_on[1], [(WORDS[method], color) for method, color in colors.items()])
    fig.footer(
        figure,
        "A path: the expert of most weight in each layer. Solved: an error of at most a tenth of\n"
        f"the variance, held-out ones included. {table['run'].nunique()} seeds, a dot for each.",
    )
    return fig.settle(figure, *labels)
