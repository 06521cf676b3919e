"""Render step: dependence of output factors, mixed or not (document 004, Remark 2)."""

from typing import Any

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.losses import one_panel
from compsparse.studies.factorial.drawing.notation import spread_sideways

_KEY_ROOM = 1.3  # height of the panel over the highest point: the key stands above
_SIDEWAYS = 0.5  # of the step between two counts: how far graphs are spread
_MIXTURE, _COMPONENT = "mixture_total_correlation", "largest_component_total_correlation"


@fig.renders("graph", "shared_parents", "components", _MIXTURE, _COMPONENT)
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    table = table.sort_values(["shared_parents", _MIXTURE], kind="stable")
    table = table.assign(across=spread_sideways(table["shared_parents"], _SIDEWAYS))
    figure, axes = one_panel(headline, 2.5)
    every = np.ones(len(table), dtype=np.bool_)
    mixture_color, component_color = fig.CATEGORIES[0], fig.CATEGORIES[1]
    style: dict[str, Any] = {"x": "across", "markersize": 3.5}
    fig.draw_dots(
        axes, table, y=_COMPONENT, color=component_color, hollow=every, marker="s", mew=0.7, **style
    )
    fig.draw_dots(axes, table, y=_MIXTURE, color=mixture_color, markeredgewidth=0, **style)
    highest = float(table[_MIXTURE].max())
    axes.set_ylim(-0.04 * highest, _KEY_ROOM * highest)
    axes.set_xticks(sorted(set(table["shared_parents"])))
    axes.grid(False, axis="x")
    axes.set_xlabel("input factors that several output factors depend on")
    axes.set_ylabel("total correlation of outputs (nats)")
    words = ("output distribution: the mixture", "most dependent component")
    fig.key(axes, list(zip(words, (mixture_color, component_color), strict=True)))
    least, most = int(table["components"].min()), int(table["components"].max())
    fig.footer(
        figure,
        f"One point of each kind for each of {len(table)} graphs, spread sideways;\n"
        f"mixtures of {least} to {most} components, one for each joint parent state.",
    )
    return fig.settle(figure)
