"""Score, error and excess over the null against depth (document 001, Figures 3, 16 and 17)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import COLORS, NAMES, display_name
from compsparse.studies.regime.panels import MEASURES, draw_against, measure_panels


@fig.renders(
    "target", "depth", "kind", "stage", "run", "error", "alignment", "excess_alignment", "reference"
)
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    networks = table[~table["reference"]]
    last = networks[networks["stage"] == networks.groupby("kind")["stage"].transform("max")]
    titles = [display_name(target) for target in last["target"].unique()]
    figure, panels = measure_panels(titles, MEASURES, headline)
    bands: list[fig.Band] = []
    for (_, rows), column in zip(last.groupby("target", sort=False), panels.T, strict=True):
        for axes, measure in zip(column, MEASURES, strict=True):
            for kind, chosen in rows.groupby("kind", sort=False):
                bands += draw_against(axes, chosen, "depth", measure, COLORS[str(kind)])
        column[-1].set_xlabel("hidden layers")
    fig.key(panels[0, -1], [(NAMES[kind], COLORS[kind]) for kind in last["kind"].unique()])
    fig.footer(
        figure,
        f"After the last round of pruning; {fig.band_note(bands)}\n"
        "Excess: over dense networks of the same depth and error. Circles: depths at which some\n"
        "network has an error that no dense one has, and is left out.",
    )
    return fig.settle(figure)
