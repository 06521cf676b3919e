"""Where the ratio of random wiring peaks, and how high, by primitives (document 001, Figure 9)."""

import pandas as pd

from compsparse.figures import api as fig

_OFFSET = 0.12  # of the bars of neighboring probabilities, in primitives


@fig.renders("copying", "primitives", "depth", "ratio", "at_half_height")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 3.6)
    above, below = fig.stacked_panels(figure, 1.3, 1.0)
    fig.headline(figure, headline)
    styles = fig.name_groups(sorted(set(table["copying"])), "a = {:g}")
    ends: list[list[fig.LineEnd]] = [[], []]
    for index, (copying, (name, color)) in enumerate(styles.items()):
        rows = table[table["copying"] == copying]
        peaks = rows.loc[rows.groupby("primitives")["ratio"].idxmax()].set_index("primitives")
        half = rows[rows["at_half_height"] == 1].groupby("primitives")["depth"]
        # beside each other, or the bars hide one another
        places = peaks.index + _OFFSET * (index - (len(styles) - 1) / 2)
        above.vlines(places, half.min(), half.max(), color=color, linewidth=3.0, alpha=0.3)
        for found, axes, x, y in (
            (ends[0], above, places, peaks["depth"]),
            (ends[1], below, peaks.index, peaks["ratio"]),
        ):
            axes.plot(x, y, color=color, marker="o", linewidth=0.9)
            found.append(fig.LineEnd(float(x[-1]), float(y.iloc[-1]), name, color))
    above.set_ylim(bottom=0)
    above.set_ylabel("depth L of the peak")
    above.set_title("Where the ratio is largest; bar: at least half of it")
    below.set_yscale("log")
    below.set_ylabel("ratio there")
    below.set_xlabel("primitives P")
    below.set_xticks(sorted(set(table["primitives"])))
    fig.footer(
        figure,
        "Reading 3, a reconstruction: units copy (probability a) or compose two of\n"
        "the layer below; ratio: fraction of units that compute the whole chain, in\n"
        "the limit of wide layers. The document's predicted score is not defined.",
    )
    labels = map(fig.label_line_ends, (above, below), ends)
    return fig.settle(figure, *labels)
