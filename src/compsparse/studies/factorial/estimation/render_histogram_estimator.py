"""Render step: the histogram's error and its excess over the mean (document 004, Theorem 2)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.estimation.sufficient_samples import deviation_allowance

_HEADROOM = 1.12


@fig.renders(
    "part",
    "law",
    "cells",
    "run",
    "samples",
    "failure_probability",
    "total_variation",
    "expected_total_variation",
)
def run(table: pd.DataFrame) -> fig.Figure:
    uniform = table[table["law"] == "uniform"]
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.6)
    errors, deviations = figure.subplots(1, 2)
    fig.headline(figure, "Without structure, the error grows with the number of cells N M")
    bands, error_labels = _draw_errors(errors, uniform[uniform["part"] == "error"])
    more, labels = _draw_deviations(deviations, uniform[uniform["part"] == "failure"])
    fig.footer(
        figure,
        "Histogram of n samples of the uniform law on N M cells. "
        f"Circles: exact expectation.\n{fig.band_note(bands + more)}",
    )
    return fig.settle(figure, error_labels, labels)


def _draw_errors(axes: fig.Axes, table: pd.DataFrame) -> tuple[list[fig.Band], fig.LineLabels]:
    spaces = sorted(set(table["cells"]))
    bands, ends = [], []
    for cells, color in zip(spaces, fig.sequential(len(spaces)), strict=True):
        rows = table[table["cells"] == cells]
        samples, values = fig.replicate_curves(rows, point="samples", value="total_variation")
        _, exact = fig.replicate_curves(rows, point="samples", value="expected_total_variation")
        bands.append(fig.log_band(values, "total_variation"))
        fig.draw_band(axes, samples, bands[-1], color=color)
        axes.plot(
            samples,
            exact[0],
            linestyle="none",
            marker="o",
            markerfacecolor="none",
            markeredgecolor=color,
            markeredgewidth=0.8,
        )
        end = float(samples[-1]), float(bands[-1].middle[-1])
        ends.append(fig.LineEnd(*end, f"N M = {cells:,}", color))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("samples n")
    axes.set_ylabel("total variation")
    axes.set_title("Error")
    return bands, fig.label_line_ends(axes, ends)


def _draw_deviations(axes: fig.Axes, table: pd.DataFrame) -> tuple[list[fig.Band], fig.LineLabels]:
    """Draw the excess of the error's quantiles over its mean, in units of 1/sqrt(n)."""
    excess = table["total_variation"] - table["expected_total_variation"]
    table = table.assign(excess=np.sqrt(table["samples"]) * excess)
    # the accuracy eps only sets n, which the unit takes out
    keys = ["cells", "run", "failure_probability"]
    table = table.groupby(keys)[["excess"]].mean().reset_index()
    spaces = sorted(set(table["cells"]))
    bands, ends = [], []
    for cells, color in zip(spaces, fig.sequential(len(spaces)), strict=True):
        rows = table[table["cells"] == cells]
        probabilities, values = fig.replicate_curves(
            rows, point="failure_probability", value="excess"
        )
        bands.append(fig.mean_band(values))
        fig.draw_band(axes, probabilities, bands[-1], color=color)
        end = float(probabilities[0]), float(bands[-1].middle[0])
        ends.append(fig.LineEnd(*end, f"N M = {cells:,}", color))
    bound = np.array([deviation_allowance(1, probability) for probability in probabilities])
    top = _HEADROOM * float(bound.max())
    axes.fill_between(probabilities, bound, top, color=fig.PALE, linewidth=0, zorder=0)
    axes.plot(probabilities, bound, color=fig.GREY, linewidth=0.8)
    ends.append(fig.LineEnd(float(probabilities[0]), float(bound[0]), "bound", fig.GREY))
    axes.set_xscale("log")
    axes.set_xticks(probabilities, [f"{probability:g}" for probability in probabilities])
    axes.minorticks_off()
    axes.set_xlim(probabilities[-1], probabilities[0])  # rarer to the right
    axes.set_ylim(0.0, top)
    axes.set_xlabel("probability δ of a larger error")
    axes.set_ylabel("(error − mean error) · √n")
    axes.set_title("Shaded: beyond the term log(1/δ)")
    return bands, fig.label_line_ends(axes, ends)
