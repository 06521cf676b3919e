"""Loss curves of the optimizers at several rates (document 001, Figures 13 and 38 to 41)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import OPTIMIZER_COLORS, OPTIMIZERS, display_name

_STYLES = {name: (OPTIMIZERS[name], OPTIMIZER_COLORS[name]) for name in OPTIMIZERS}


@fig.renders("target", "optimizer", "rate", "run", "step", "error")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    targets = list(dict.fromkeys(table["target"]))
    rates = sorted(table["rate"].unique(), reverse=True)
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 1.5 * len(targets) + 0.8)
    panels = figure.subplots(len(targets), len(rates), squeeze=False, sharex=True, sharey="row")
    fig.headline(figure, headline)
    bands: list[fig.Band] = []
    labels: list[fig.LineLabels] = []
    for row, target in zip(panels, targets, strict=True):
        for axes, rate in zip(row, rates, strict=True):
            rows = table[(table["target"] == target) & (table["rate"] == rate)]
            ends: list[fig.LineEnd] = []
            for name, style in _STYLES.items():
                curves = fig.draw_curves(
                    axes,
                    rows,
                    x="step",
                    y="error",
                    by="optimizer",
                    styles={name: style},
                    geometric=True,
                    # 20 steps change little: dashes leave the line below to be seen
                    linestyle=(0.0, (3.0, 1.5)) if name == "muon_20" else "-",
                )
                bands += curves.bands
                ends += curves.ends
            axes.set_xscale("log")
            axes.set_yscale("log")
        row[0].set_ylabel(f"{display_name(target)}:\nmean squared error")
        labels.append(fig.label_line_ends(axes, ends))
    for axes, rate in zip(panels[0], rates, strict=True):
        axes.set_title(f"rate {rate:g}")
    for axes in panels[-1]:
        axes.set_xlabel("steps")
    least = float(np.min(table["step"]))
    fig.footer(
        figure,
        f"Whole image, from step {least:.0f} on; the rate stays the same throughout. The three "
        f"start from\nthe same weights and draw the same pixels. {fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)
