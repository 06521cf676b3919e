"""Render step: errors of gates near bits, and slopes that sigmoids need (document 000, Lemma 3)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.circuits.emulation.forms import FORM_COLORS
from compsparse.studies.circuits.networks import step_function, subnetwork

GATE = "AND 3"  # of the lower panel


@fig.renders("quantity", "gate", "fan_in", "form", "beta", "deviation", "accuracy", "value")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN, 4.2)
    above, below = figure.subplots(2, 1)
    fig.headline(figure, "A plateau makes a gate exact near bits")
    errors = _errors(above, table[table["quantity"] == "error"])
    slopes = _slopes(below, table[table["quantity"] == "needed_beta"])
    fig.footer(
        figure,
        "Exact worst cases, no sampling. Above: the largest error of all gates of three\n"
        f"sources. Below: {GATE.replace(' ', ' of ')} sources; theory: slope 2 / (1 − 6 δ). "
        "Units never grow.",
    )
    return fig.settle(
        figure, fig.label_line_ends(above, errors), fig.label_line_ends(below, slopes)
    )


def _errors(axes: fig.Axes, rows: pd.DataFrame) -> list[fig.LineEnd]:
    three = rows[rows["fan_in"] == subnetwork.LARGEST_FAN_IN]
    ends = []
    for form, curve in three.groupby("form", sort=False):
        worst = curve.groupby("deviation")["value"].max()
        color = FORM_COLORS[str(form)]
        beta = curve["beta"].iloc[0]
        name = f"sigmoid,\nβ = {beta:g}" if form == "sigmoid" else str(form)
        axes.plot(worst.index, worst, color=color, marker="o", markersize=2.0)
        ends.append(fig.LineEnd(float(worst.index[-1]), float(worst.iloc[-1]), name, color))
    radius = step_function.PLATEAU / subnetwork.LARGEST_FAN_IN
    axes.axvline(radius, color=fig.GREY, linewidth=0.7, linestyle=":")
    axes.text(
        radius - 0.002,
        0.97,
        "1/12",
        transform=axes.get_xaxis_transform(),
        ha="right",
        va="top",
        fontsize=fig.SMALL_TEXT_SIZE,
        color=fig.GREY,
    )
    axes.set_xlim(0.0, float(three["deviation"].max()))
    axes.set_xlabel("distance δ of the sources from bits")
    axes.set_ylabel("worst error of a gate")
    return ends


def _slopes(axes: fig.Axes, rows: pd.DataFrame) -> list[fig.LineEnd]:
    shown = rows[rows["gate"] == GATE]
    deviations = sorted(shown["deviation"].unique())
    ends = []
    for deviation, color in zip(deviations, fig.sequential(len(deviations)), strict=True):
        line = shown[shown["deviation"] == deviation].sort_values("accuracy", ascending=False)
        slope = np.polyfit(-np.log(line["accuracy"]), line["value"], 1)[0]
        axes.plot(line["accuracy"], line["value"], color=color, marker="o", markersize=2.0)
        text = f"δ = {deviation:g}:\nslope {fig.in_type(slope, '.2f')}"
        end = line.iloc[-1]
        ends.append(fig.LineEnd(float(end["accuracy"]), float(end["value"]), text, color))
    axes.set_xscale("log")
    axes.invert_xaxis()
    axes.margins(x=0.0)
    axes.set_ylim(bottom=0.0)
    axes.set_xlabel("error ε that is allowed")
    axes.set_ylabel("slope β needed")
    return ends
