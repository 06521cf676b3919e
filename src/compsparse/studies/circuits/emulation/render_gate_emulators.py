"""Render step: errors of gates near bits, and slopes that sigmoids need (document 000, Lemma 3)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.circuits.emulation.forms import FORM_COLORS
from compsparse.studies.circuits.networks import subnetwork

GATE = "AND 3"  # of the lower panel


@fig.renders("quantity", "gate", "fan_in", "form", "beta", "deviation", "accuracy", "value")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 4.2)
    above, below = figure.subplots(2, 1)
    fig.headline(figure, headline)
    errors = _errors(above, table[table["quantity"] == "error"])
    slopes = _slopes(below, table[table["quantity"] == "needed_beta"])
    fig.footer(
        figure,
        "Exact worst cases, no sampling. Above: the largest error of all gates of three\n"
        f"sources. Below: {GATE.replace(' ', ' of ')} sources; theory: slope 2 / (1 − 6 δ).",
    )
    return fig.settle(
        figure, fig.label_line_ends(above, errors), fig.label_line_ends(below, slopes)
    )


def _errors(axes: fig.Axes, rows: pd.DataFrame) -> list[fig.LineEnd]:
    three = rows[rows["fan_in"] == subnetwork.LARGEST_FAN_IN]
    worst = three.groupby(["form", "deviation"], as_index=False)["value"].max().assign(run=0)
    styles = {form: (form, color) for form, color in FORM_COLORS.items()}
    styles["sigmoid"] = (f"sigmoid,\nβ = {three['beta'].max():g}", FORM_COLORS["sigmoid"])
    curves = fig.draw_curves(
        axes, worst, x="deviation", y="value", by="form", styles=styles, marker="o", markersize=2
    )
    fig.mark_place(axes, subnetwork.PLATEAU / subnetwork.LARGEST_FAN_IN, "1/12")
    axes.set_xlim(0.0, float(three["deviation"].max()))
    axes.set(xlabel="distance δ of the sources from bits", ylabel="worst error of a gate")
    return curves.ends


def _slopes(axes: fig.Axes, rows: pd.DataFrame) -> list[fig.LineEnd]:
    shown = rows[rows["gate"] == GATE].sort_values("accuracy", ascending=False)
    ends = []
    for deviation, (words, color) in fig.name_groups(
        sorted(shown["deviation"].unique()), "δ = {:g}:\nslope ", ordered=True
    ).items():
        line = shown[shown["deviation"] == deviation]
        slope = np.polyfit(-np.log(line["accuracy"]), line["value"], 1)[0]
        axes.plot(line["accuracy"], line["value"], color=color, marker="o", markersize=2.0)
        # at the least accuracy, where the inverted axis ends
        x, y = line[["accuracy", "value"]].iloc[-1]
        ends.append(fig.LineEnd(x, y, words + fig.in_type(slope, ".2f"), color))
    axes.set_xscale("log")
    axes.invert_xaxis()
    axes.margins(x=0.0)
    axes.set_ylim(bottom=0.0)
    axes.set(xlabel="error ε that is allowed", ylabel="slope β needed")
    return ends
