"""Render step: the share of inputs that each stage of Theorem 1 answers right (document 000)."""

import pandas as pd
from matplotlib.figure import Figure

from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import footer, headline
from compsparse.figures.reading import read_result
from compsparse.figures.theme import COLUMN, theme
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.circuits.render.unrolling.heat_map import heat_map
from compsparse.studies.circuits.render.unrolling.names import machine_name

COLUMNS = ("machine", "length", "stage", "inputs", "agreeing")
_STAGES = {
    "direct": "machine\nitself",
    "unrolled": "unrolled",
    "folded": "folded",
    "threshold": "threshold\ngates",
    "bounded": "fan-in\n≤ 3",
}


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``circuits_pipeline``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    shown = table[table["stage"].isin(_STAGES)]
    sums = shown.groupby(["machine", "stage"], sort=False)[["inputs", "agreeing"]].sum()
    shares = (sums["agreeing"] / sums["inputs"]).unstack(sort=False)[list(_STAGES)]
    lengths = ", ".join(map(str, sorted(shown["length"].unique())))
    tried = int(sums["inputs"].groupby("machine").first().iloc[0])
    right = bool((sums["agreeing"] == sums["inputs"]).all())
    with theme():
        figure = new_figure(COLUMN, 2.6)
        axes = figure.subplots()
        says = "Every stage computes what the machine does" if right else "A stage goes wrong"
        headline(figure, says)
        names = [machine_name(machine) for machine in shares.index]
        heat_map(axes, shares.to_numpy(dtype=float), names, list(_STAGES.values()))
        axes.set_title("inputs with the right answer, %")
        footer(
            figure,
            f"Exact: all {tried:,} inputs of {lengths} bits, each against plain Python.\n"
            "Left to right: each stage is made from the one before.",
        )
        return settle(figure)
