"""Loss curves of the optimizers at several rates (document 001, Figures 13 and 38 to 41)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import OPTIMIZER_COLORS, OPTIMIZERS, display_name


@fig.renders("target", "optimizer", "rate", "run", "step", "error")
def run(table: pd.DataFrame) -> fig.Figure:
    targets = list(dict.fromkeys(table["target"]))
    rates = sorted(table["rate"].unique(), reverse=True)
    optimizers = list(dict.fromkeys(table["optimizer"]))
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 1.5 * len(targets) + 0.8)
    panels = figure.subplots(len(targets), len(rates), squeeze=False, sharex=True, sharey="row")
    fig.headline(figure, "Muon leads at the largest rate only")
    bands: list[fig.Band] = []
    labels: list[fig.LineLabels] = []
    for row, target in enumerate(targets):
        for column, rate in enumerate(rates):
            axes = panels[row, column]
            ends: list[fig.LineEnd] = []
            for optimizer in optimizers:
                chosen = table[
                    (table["target"] == target)
                    & (table["rate"] == rate)
                    & (table["optimizer"] == optimizer)
                ]
                steps, errors = fig.replicate_curves(chosen, point="step", value="error")
                band = fig.log_band(errors, "error")
                color = OPTIMIZER_COLORS[optimizer]
                # 20 steps change little: dashes leave the line below to be seen
                style = (0.0, (3.0, 1.5)) if optimizer == "muon_20" else "-"
                fig.draw_band(axes, steps, band, color=color, linestyle=style)
                bands.append(band)
                ends.append(
                    fig.LineEnd(
                        float(steps[-1]), float(band.middle[-1]), OPTIMIZERS[optimizer], color
                    )
                )
            axes.set_xscale("log")
            axes.set_yscale("log")
            if row == 0:
                axes.set_title(f"rate {rate:g}")
            if row == len(targets) - 1:
                axes.set_xlabel("steps")
            if column == 0:
                axes.set_ylabel(f"{display_name(target)}:\nmean squared error")
        labels.append(fig.label_line_ends(panels[row, -1], ends))
    least = float(np.min(table["step"]))
    fig.footer(
        figure,
        f"Whole image, from step {least:.0f} on; the rate stays the same throughout. The three "
        f"start from\nthe same weights and draw the same pixels. {fig.band_note(bands)}",
    )
    return fig.settle(figure, *labels)
