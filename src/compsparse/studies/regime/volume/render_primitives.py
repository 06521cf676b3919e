"""Where the ratio of random wiring peaks, and how high, by primitives (document 001, Figure 9)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig

_OFFSET = 0.12  # of the bars of neighboring probabilities, in primitives


@fig.renders("copying", "primitives", "depth", "ratio", "at_half_height")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 3.6)
    above, below = fig.stacked_panels(figure, 1.3, 1.0)
    fig.headline(figure, "Each primitive moves the peak deeper and lower")
    probabilities = sorted(set(table["copying"]))
    ends: list[tuple[fig.LineEnd, fig.LineEnd]] = []
    for index, copying in enumerate(probabilities):
        color = fig.CATEGORIES[index % len(fig.CATEGORIES)]
        rows = table[table["copying"] == copying]
        peaks = rows.loc[rows.groupby("primitives")["ratio"].idxmax()].sort_values("primitives")
        primitives = peaks["primitives"].to_numpy(dtype=np.float64)
        depths = peaks["depth"].to_numpy(dtype=np.float64)
        heights = peaks["ratio"].to_numpy(dtype=np.float64)
        half = rows[rows["at_half_height"] == 1].groupby("primitives")["depth"]
        # beside each other, or the bars hide one another
        places = primitives + _OFFSET * (index - (len(probabilities) - 1) / 2)
        above.vlines(places, half.min(), half.max(), color=color, linewidth=3.0, alpha=0.3)
        above.plot(places, depths, color=color, marker="o", linewidth=0.9)
        below.plot(primitives, heights, color=color, marker="o", linewidth=0.9)
        name = f"a = {copying:g}"
        ends.append(
            (
                fig.LineEnd(float(places[-1]), float(depths[-1]), name, color),
                fig.LineEnd(float(primitives[-1]), float(heights[-1]), name, color),
            )
        )
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
    return fig.settle(
        figure,
        fig.label_line_ends(above, [end for end, _ in ends]),
        fig.label_line_ends(below, [end for _, end in ends]),
    )
