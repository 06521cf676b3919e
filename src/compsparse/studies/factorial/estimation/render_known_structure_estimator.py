"""Render step: error of the estimator that knows the structure (document 004, Theorem 3)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.losses import draw_losses

_SETTINGS = {
    "uniform tables": ("uniform tables", fig.CATEGORIES[2]),
    "drawn tables": ("drawn tables", fig.CATEGORIES[0]),
    "bounded marginal": ("bounded marginal", fig.CATEGORIES[1]),
}
_FACTORED, _HISTOGRAM = "factored_total_variation", "histogram_total_variation"


@fig.renders("setting", "statistical_complexity", "samples", "cells", "run", _FACTORED, _HISTOGRAM)
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.6)
    panels = figure.subplots(1, 2)
    fig.headline(figure, headline)
    errors = _draw_errors(panels[0], table[table["setting"] == "drawn tables"])
    savings = _draw_savings(panels[1], table)
    fig.footer(
        figure,
        "Left, grey: histogram without structure. Bounded marginal: drawn tables, inputs not "
        f"uniform.\n{fig.band_note(errors.bands + savings.bands)}",
    )
    labels = (
        fig.label_line_ends(*p) for p in zip(panels, (errors.ends, savings.ends), strict=True)
    )
    return fig.settle(figure, *labels)


def _draw_errors(axes: fig.Axes, table: pd.DataFrame) -> fig.Curves:
    complexities = sorted(set(table["statistical_complexity"]))
    (cells,) = set(table["cells"])
    # the histogram ignores the structure: its errors on all tasks form one line
    pooled = table.groupby(["samples", "run"])[[_HISTOGRAM]].mean().reset_index()
    rows = pd.concat(
        [
            table.rename(columns={"statistical_complexity": "line", _FACTORED: "error"}),
            pooled.rename(columns={_HISTOGRAM: "error"}).assign(line=cells),
        ]
    )
    styles = fig.name_groups(complexities, "SC {:,}", ordered=True)
    styles[cells] = (f"N M {cells:,}", fig.GREY)
    curves = draw_losses(axes, rows, x="samples", y="error", by="line", styles=styles)
    axes.set(xlabel="samples n", ylabel="total variation", title="Error, drawn tables")
    return curves


def _draw_savings(axes: fig.Axes, table: pd.DataFrame) -> fig.Curves:
    """Draw the ratio of squared errors, the factor of samples saved, against N M / SC."""
    table = table.assign(
        log_saving=2.0 * np.log(table[_HISTOGRAM] / table[_FACTORED]),
        predicted=table["cells"] / table["statistical_complexity"],
    )
    table = table.groupby(["setting", "predicted", "run"])[["log_saving"]].mean().reset_index()
    table["saving"] = np.exp(table["log_saving"])
    curves = draw_losses(
        axes,
        table,
        x="predicted",
        y="saving",
        by="setting",
        styles=_SETTINGS,
        dashed=["bounded marginal"],
        marker="o",
    )
    predicted = sorted(set(table["predicted"]))
    axes.plot(predicted, predicted, color=fig.GREY, linewidth=0.8, zorder=1)
    curves.ends.append(fig.LineEnd(predicted[-1], predicted[-1], "N M / SC", fig.GREY))
    fig.set_ticks(axes.xaxis, predicted, "{:.3g}")
    axes.set(xlabel="N M / SC", ylabel="ratio of squared errors", title="Factor of samples saved")
    return curves
