"""Score, error and excess over the null against depth (document 001, Figures 3, 16 and 17)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import COLORS, NAMES, spoken

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
        panels[0, column].set_title(spoken(target))
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
    for kind, of_kind in rows.groupby("kind", sort=False):
        wide = of_kind.pivot(index="run", columns="depth", values=measure)
        known = wide.dropna(axis="columns")
        if known.shape[1]:
            values = known.to_numpy(dtype=np.float64)
            band = fig.log_band(values, measure) if measure == "error" else fig.mean_band(values)
            depths = known.columns.to_numpy(dtype=np.float64)
            fig.draw_band(axes, depths, band, color=COLORS[str(kind)])
            bands.append(band)
        partly = wide.drop(columns=known.columns).stack()
        if len(partly):
            axes.plot(
                partly.index.get_level_values("depth"),
                partly.to_numpy(),
                "o",
                markerfacecolor="none",
                markersize=3,
                color=COLORS[str(kind)],
            )
    return bands
