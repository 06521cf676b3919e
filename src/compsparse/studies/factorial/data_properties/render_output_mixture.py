"""Render step: dependence of output factors, mixed or not (document 004, Remark 2)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.sideways import spread_sideways

_KEY_ROOM = 1.3  # height of the panel over the highest point: the key stands above
_SIDEWAYS = 0.5  # of the step between two counts: how far graphs are spread


@fig.renders(
    "graph",
    "shared_parents",
    "components",
    "mixture_total_correlation",
    "largest_component_total_correlation",
)
def run(table: pd.DataFrame) -> fig.Figure:
    table = table.sort_values(["shared_parents", "mixture_total_correlation"], kind="stable")
    across = spread_sideways(table["shared_parents"], _SIDEWAYS)
    mixture = table["mixture_total_correlation"].to_numpy(dtype=np.float64)
    component = table["largest_component_total_correlation"].to_numpy(dtype=np.float64)
    mixture_color, component_color = fig.CATEGORIES[0], fig.CATEGORIES[1]
    figure = fig.new_figure(fig.COLUMN, 2.5)
    axes = figure.subplots()
    fig.headline(figure, "Only their mixture makes outputs dependent")
    axes.scatter(across, mixture, s=12, color=mixture_color, linewidth=0, clip_on=False, zorder=3)
    axes.scatter(
        across,
        component,
        s=12,
        marker="s",
        facecolor="white",
        edgecolor=component_color,
        linewidth=0.7,
        clip_on=False,
        zorder=2,
    )
    axes.set_ylim(-0.04 * float(mixture.max()), _KEY_ROOM * float(mixture.max()))
    axes.set_xticks(sorted(set(table["shared_parents"])))
    axes.grid(False, axis="x")
    axes.set_xlabel("input factors that several output factors depend on")
    axes.set_ylabel("total correlation of outputs (nats)")
    fig.key(
        axes,
        [
            ("output distribution: the mixture", mixture_color),
            ("most dependent component", component_color),
        ],
    )
    least, most = int(table["components"].min()), int(table["components"].max())
    fig.footer(
        figure,
        f"One point of each kind for each of {len(table)} graphs, spread sideways;\n"
        f"mixtures of {least} to {most} components, one for each joint parent state.",
    )
    return fig.settle(figure)
