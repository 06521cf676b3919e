"""Render step: samples needed to reach a loss, by (SC) and learner (document 004, Section 3.2)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.statistics import api as stats

# color, and name of the learner at its line
_LEARNERS = {
    "histogram": (fig.GREY, "histogram"),
    "one pass": (fig.CATEGORIES[0], "network, one pass"),
    "fixed sample": (fig.CATEGORIES[1], "network, fixed sample"),
    "fixed sample, factors given": (fig.CATEGORIES[2], "fixed, factors given"),
    "known structure": (fig.INK, "known structure"),
}


@fig.renders("learner", "statistical_complexity", "run", "target", "samples")
def run(table: pd.DataFrame) -> fig.Figure:
    targets = sorted(set(table["target"]), reverse=True)
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 3.4)
    panels = figure.subplots(1, len(targets), sharey=True, squeeze=False)[0]
    fig.headline(figure, "On a fixed sample a network saves samples")
    bands, labels = [], []
    for axes, target in zip(panels, targets, strict=True):
        panel_bands, panel_labels = _draw_target(axes, table[table["target"] == target])
        axes.set_title(f"loss {target:g} nats")
        bands += panel_bands
        labels.append(panel_labels)
    panels[0].set_ylabel("samples needed")
    fig.footer(
        figure,
        "Theory: ∝ SC with known structure, independent of SC for the histogram.\n"
        f"{fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)


def _draw_target(axes: fig.Axes, table: pd.DataFrame) -> tuple[list[fig.Band], fig.LineLabels]:
    bands, ends = [], []
    for learner, (color, name) in _LEARNERS.items():
        rows = table[table["learner"] == learner]
        if rows.empty:  # it misses the target
            continue
        complexities, values = fig.replicate_curves(
            rows, point="statistical_complexity", value="samples"
        )
        bands.append(fig.log_band(values, "samples"))
        fig.draw_band(axes, complexities, bands[-1], color=color)
        text = name
        if len(complexities) > 1:
            exponent = float(
                np.mean([stats.log_log_slope(complexities, curve) for curve in values])
            )
            text += f"\n∝ SC$^{{{_without_minus_zero(exponent)}}}$"
        ends.append(fig.LineEnd(float(complexities[-1]), float(bands[-1].middle[-1]), text, color))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks(complexities, [f"{complexity:g}" for complexity in complexities])
    axes.minorticks_off()
    axes.set_xlabel("statistical complexity (SC)")
    return bands, fig.label_line_ends(axes, ends)


def _without_minus_zero(value: float) -> str:
    text = f"{value:.2f}"
    return text.lstrip("-") if float(text) == 0 else text
