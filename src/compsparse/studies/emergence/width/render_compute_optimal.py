"""Render step: the least loss by compute, and its width (from document 003, Part I, corollary)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.width import figure_labels as labels


@fig.renders("exponent", "run", "neurons", "compute", "loss", "in_window")
def run(table: pd.DataFrame) -> fig.Figure:
    exponent, rows = labels.middle_exponent(table)
    widths = labels.table_widths(rows)
    least = rows.loc[rows.groupby(["run", "compute"])["loss"].idxmin()]
    window = least[least["in_window"] == 1]
    figure = fig.new_figure(fig.COLUMN, 3.9)
    upper, lower = fig.stacked_panels(figure, 2.0, 1.0)
    fig.headline(figure, "More compute is best spent on more neurons")
    ends = []
    for width, color in zip(widths, fig.sequential(len(widths)), strict=True):
        compute, losses = fig.replicate_curves(
            rows[rows["neurons"] == width], point="compute", value="loss"
        )
        middle = fig.log_band(losses, "loss").middle
        upper.plot(compute, middle, color=color, linewidth=0.9)
        ends.append(fig.LineEnd(float(compute[-1]), float(middle[-1]), f"m = {width}", color))
    points, envelope = fig.replicate_curves(window, point="compute", value="loss")
    band = fig.log_band(envelope, "loss")
    fig.draw_band(upper, points, band, color=fig.INK)
    loss_slope = fig.in_type(labels.mean_slope(window, "compute", "loss"), ".2f")
    theory = fig.in_type((1 - 2 * exponent) / (1 + exponent), ".2f")
    ends.append(
        fig.LineEnd(
            float(points[-1]),
            float(band.middle[-1]),
            f"least: slope {loss_slope}\n(theory {theory})",
            fig.INK,
        )
    )
    upper.set_xscale("log")
    upper.set_yscale("log")
    upper.set_ylabel("loss")
    points, best = fig.replicate_curves(window, point="compute", value="neurons")
    chosen = fig.log_band(best, "best width")
    fig.draw_band(lower, points, chosen, color=fig.INK)
    width_slope = fig.in_type(labels.mean_slope(window, "compute", "neurons"), ".2f")
    text = f"slope {width_slope}\n(theory {fig.in_type(1 / (1 + exponent), '.2f')})"
    width_end = fig.LineEnd(float(points[-1]), float(chosen.middle[-1]), text, fig.INK)
    lower.set_yscale("log")
    lower.set_yticks(widths, [str(width) for width in widths])
    lower.set_yticks([], minor=True)
    lower.set_ylabel("best width m")
    lower.set_xlabel("compute C = m ηt")
    # at the left end all widths have the initial loss
    lower.set_xlim(0.3 * float(points[0]), float(np.max(rows["compute"])))
    fig.footer(
        figure,
        f"{labels.MODEL}, β = {exponent:g}. Black: the least loss of each run and its\n"
        "width, where neither the narrowest nor the widest is best.\n"
        f"{fig.band_note([band])}",
    )
    return fig.settle(
        figure, fig.label_line_ends(upper, ends), fig.label_line_ends(lower, [width_end])
    )
