"""Accuracy of each hop against updates, as all figures of the transformer draw it."""

import pandas as pd

from compsparse.figures import api as fig


def draw_hops(axes: fig.Axes, rows: pd.DataFrame) -> fig.LineLabels:
    """Draw every run of one training and their mean, a color for each hop; label the means."""
    hops = sorted(set(rows["hops"]))
    ends = []
    for hop, color in zip(hops, fig.sequential(len(hops)), strict=True):
        of_hop = rows[rows["hops"] == hop]
        steps, values = fig.replicate_curves(of_hop, point="step", value="accuracy")
        for values_of_run in values:
            axes.plot(steps, values_of_run, color=color, linewidth=0.5, alpha=0.6)
        mean = values.mean(axis=0)
        axes.plot(steps, mean, color=color, linewidth=1.8)
        word = f"{hop} hop" if hop == 1 else f"{hop} hops"
        ends.append(fig.LineEnd(steps[-1], float(mean[-1]), word, color))
    axes.axhline(float(rows["chance"].iloc[0]), color=fig.GREY, linewidth=0.8, dashes=(4, 2))
    axes.set_ylim(-0.03, 1.05)
    axes.set_xlabel("updates")
    return fig.label_line_ends(axes, ends)
