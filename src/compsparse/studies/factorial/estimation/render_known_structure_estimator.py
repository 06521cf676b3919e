"""Render step: error of the estimator that knows the structure (document 004, Theorem 3)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.notation import statistical

Dashes = str | tuple[float, tuple[float, ...]]

_SETTINGS: dict[str, tuple[str, Dashes]] = {
    "uniform tables": (fig.CATEGORIES[2], "-"),
    "drawn tables": (fig.CATEGORIES[0], "-"),
    "bounded marginal": (fig.CATEGORIES[1], (0.0, (3.0, 1.5))),
}


@fig.renders(
    "setting",
    "statistical_complexity",
    "samples",
    "cells",
    "run",
    "factored_total_variation",
    "histogram_total_variation",
)
def run(table: pd.DataFrame) -> fig.Figure:
    spaces = sorted(set(table["cells"]))
    if len(spaces) != 1:
        raise ValueError(
            f"The figure shows one pair of spaces; the table has the numbers of cells {spaces}."
        )
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.6)
    errors, savings = figure.subplots(1, 2)
    fig.headline(figure, "With known structure, the error grows with SC instead of N M")
    bands, error_labels = _draw_errors(errors, table[table["setting"] == "drawn tables"])
    more, labels = _draw_savings(savings, table)
    fig.footer(
        figure,
        "Left, grey: histogram without structure. Bounded marginal: drawn tables, inputs not "
        f"uniform.\n{fig.band_note(bands + more)}",
    )
    return fig.settle(figure, error_labels, labels)


def _draw_errors(axes: fig.Axes, table: pd.DataFrame) -> tuple[list[fig.Band], fig.LineLabels]:
    complexities = sorted(set(table["statistical_complexity"]))
    bands, ends = [], []
    for complexity, color in zip(complexities, fig.sequential(len(complexities)), strict=True):
        rows = table[table["statistical_complexity"] == complexity]
        samples, values = fig.replicate_curves(
            rows, point="samples", value="factored_total_variation"
        )
        bands.append(fig.log_band(values, "factored_total_variation"))
        fig.draw_band(axes, samples, bands[-1], color=color)
        end = float(samples[-1]), float(bands[-1].middle[-1])
        ends.append(fig.LineEnd(*end, statistical(complexity), color))
    # the histogram ignores the structure: its errors on all tasks form one line
    pooled = table.groupby(["samples", "run"])[["histogram_total_variation"]].mean().reset_index()
    samples, values = fig.replicate_curves(
        pooled, point="samples", value="histogram_total_variation"
    )
    bands.append(fig.log_band(values, "histogram_total_variation"))
    fig.draw_band(axes, samples, bands[-1], color=fig.GREY)
    cells = int(table["cells"].iloc[0])
    ends.append(
        fig.LineEnd(float(samples[-1]), float(bands[-1].middle[-1]), f"N M {cells:,}", fig.GREY)
    )
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("samples n")
    axes.set_ylabel("total variation")
    axes.set_title("Error, drawn tables")
    return bands, fig.label_line_ends(axes, ends)


def _draw_savings(axes: fig.Axes, table: pd.DataFrame) -> tuple[list[fig.Band], fig.LineLabels]:
    """Draw the ratio of squared errors, the factor of samples saved, against N M / SC."""
    ratio = table["histogram_total_variation"] / table["factored_total_variation"]
    table = table.assign(
        log_saving=2.0 * np.log(ratio), predicted=table["cells"] / table["statistical_complexity"]
    )
    keys = ["setting", "predicted", "run"]
    table = table.groupby(keys)[["log_saving"]].mean().reset_index()
    table["saving"] = np.exp(table["log_saving"])
    bands, ends = [], []
    for setting, (color, dashes) in _SETTINGS.items():
        rows = table[table["setting"] == setting]
        predicted, values = fig.replicate_curves(rows, point="predicted", value="saving")
        bands.append(fig.log_band(values, "saving"))
        fig.draw_band(axes, predicted, bands[-1], color=color, linestyle=dashes)
        axes.plot(predicted, bands[-1].middle, linestyle="none", marker="o", color=color)
        ends.append(fig.LineEnd(float(predicted[-1]), float(bands[-1].middle[-1]), setting, color))
    axes.plot(predicted, predicted, color=fig.GREY, linewidth=0.8, zorder=1)
    ends.append(fig.LineEnd(float(predicted[-1]), float(predicted[-1]), "N M / SC", fig.GREY))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks(predicted, [f"{ratio:.3g}" for ratio in predicted])
    axes.minorticks_off()
    axes.set_xlabel("N M / SC")
    axes.set_ylabel("ratio of squared errors")
    axes.set_title("Factor of samples saved")
    return bands, fig.label_line_ends(axes, ends)
