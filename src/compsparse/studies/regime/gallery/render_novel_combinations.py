"""How far edits of two parts are from composing, in the genome and in dense networks."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import COLORS, display_name
from compsparse.studies.regime.panels import draw_quantiles, line_panels

_COLORS = {"genome": fig.CATEGORIES[0], "dense": COLORS["dense"], "stopped": fig.GREY}


@fig.renders("target", "kind", "run", "stage", "error", "pair", "relative_error")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    lines = [
        (kind, stage)
        for kind in _COLORS
        for stage in sorted(table.loc[table["kind"] == kind, "stage"].unique().tolist())
    ]
    figure, panels = line_panels(
        [display_name(target) for target in table["target"].unique()],
        [f"{stage} updates" if kind == "stopped" else kind for kind, stage in lines],
        headline,
        0.3,
    )
    for axes, (_, rows) in zip(panels, table.groupby("target", sort=False), strict=True):
        axes.set_xlabel("relative error of the sum")
        for place, (kind, stage) in enumerate(lines):
            networks, color = rows[(rows["kind"] == kind) & (rows["stage"] == stage)], _COLORS[kind]
            if networks.empty:
                continue
            draw_quantiles(axes, place, networks["relative_error"], color, alpha=0.3)
            medians = networks.groupby("run")["relative_error"].median()
            axes.plot(medians, np.full(len(medians), place), "o", color=color, markersize=3)
        axes.set_xlim(left=0.0)
    runs = table.groupby("kind")["run"].nunique()
    fig.footer(
        figure,
        "Thin: 5 % to 95 % of the pairs of edits of different parts, thick 25 % to 75 %, all "
        "networks together;\n"
        "dots: median of a network, or of a draw of edits of the genome; 0: the edits compose.\n"
        + ", ".join(f"{kind}: {runs[kind]}" for kind in _COLORS if kind in runs)
        + " seeds. Stopped: dense networks on the way.",
    )
    return fig.settle(figure)
