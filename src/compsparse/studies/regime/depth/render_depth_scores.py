"""Score, error and excess over the null against depth (document 001, Figures 3, 16 and 17)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import COLORS, NAMES, display_name
from compsparse.studies.regime.strip import depth_bands

_PANELS = {
    "alignment": "alignment",
    "error": "mean squared error",
    "excess_alignment": "excess of alignment",
}


@fig.renders(
    "target", "depth", "kind", "stage", "run", "error", "alignment", "excess_alignment", "reference"
)
def run(table: pd.DataFrame) -> fig.Figure:
    networks = table[~table["reference"]]
    last = networks[networks["stage"] == networks.groupby("kind")["stage"].transform("max")]
    targets = list(dict.fromkeys(last["target"]))
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 1.45 * len(_PANELS) + 0.9)
    panels = figure.subplots(len(_PANELS), len(targets), squeeze=False, sharex=True, sharey="row")
    fig.headline(figure, "At equal error no depth stands out")
    bands: list[fig.Band] = []
    for column, target in enumerate(targets):
        rows = last[last["target"] == target]
        panels[0, column].set_title(display_name(target))
        for row, (measure, name) in enumerate(_PANELS.items()):
            axes = panels[row, column]
            bands += _draw(axes, rows, measure)
            if measure == "error":
                axes.set_yscale("log")
            if measure.startswith("excess"):
                axes.axhline(0.0, color=fig.GREY, linewidth=0.8)
            if column == 0:
                axes.set_ylabel(name)
        panels[-1, column].set_xlabel("hidden layers")
    fig.key(panels[0, -1], [(NAMES[kind], COLORS[kind]) for kind in dict.fromkeys(last["kind"])])
    fig.footer(
        figure,
        f"After the last round of pruning; {fig.band_note(bands)}\n"
        "Excess: over dense networks of the same depth and error. Circles: depths at which some\n"
        "network has an error that no dense one has, and is left out.",
    )
    return fig.settle(figure)


def _draw(axes: fig.Axes, rows: pd.DataFrame, measure: str) -> list[fig.Band]:
    bands = []
    for kind, wide, band in depth_bands(axes, rows, measure):
        if band:
            bands.append(band)
        partly = wide.loc[:, wide.isna().any()].stack()
        if len(partly):
            axes.plot(
                partly.index.get_level_values("depth"),
                partly.to_numpy(),
                "o",
                markerfacecolor="none",
                markersize=3,
                color=COLORS[kind],
            )
    return bands
