"""Render step: the share of inputs that each stage of Theorem 1 answers right (document 000)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.circuits.unrolling.heat_map import heat_map, machine_name

_STAGES = {
    "direct": "machine\nitself",
    "unrolled": "unrolled",
    "folded": "folded",
    "threshold": "threshold\ngates",
    "bounded": "fan-in\n≤ 3",
}


@fig.renders("machine", "length", "stage", "inputs", "agreeing")
def run(table: pd.DataFrame) -> fig.Figure:
    shown = table[table["stage"].isin(_STAGES)]
    sums = shown.groupby(["machine", "stage"], sort=False)[["inputs", "agreeing"]].sum()
    shares = (sums["agreeing"] / sums["inputs"]).unstack(sort=False)[list(_STAGES)]
    lengths = ", ".join(map(str, sorted(shown["length"].unique())))
    tried = int(sums["inputs"].groupby("machine").first().iloc[0])
    right = bool((sums["agreeing"] == sums["inputs"]).all())
    figure = fig.new_figure(fig.COLUMN, 2.6)
    axes = figure.subplots()
    says = "Every stage computes what the machine does" if right else "A stage goes wrong"
    fig.headline(figure, says)
    named = shares.rename(index=machine_name, columns=_STAGES)
    heat_map(axes, named, fig.CATEGORIES[0])
    axes.set_title("inputs with the right answer, %")
    fig.footer(
        figure,
        f"Exact: all {tried:,} inputs of {lengths} bits, each against plain Python.\n"
        "Left to right: each stage is made from the one before.",
    )
    return fig.settle(figure)
