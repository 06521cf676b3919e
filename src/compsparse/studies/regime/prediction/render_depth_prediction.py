"""Best depth against the complexity of the picture (document 001, Figure 4)."""

from typing import Any

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import COLORS, NAMES, display_name
from compsparse.studies.regime.targets.predicted_depth import Line

_PANELS = {"score": "best depth by score", "excess_score": "best depth by excess of score"}
_FEW = 4  # targets whose names find a place
_APART = 0.004  # in complexity, between kinds of networks of one target


@fig.renders("target", "source", "kind", "measure", "complexity", "best", "line", "predicted")
def run(table: pd.DataFrame, *, shallowest: int, deepest: int) -> fig.Figure:
    document = table[table["source"] == "document"].sort_values("complexity")
    swept, others = (table[table["source"] == source] for source in ("swept", "not swept"))
    kinds = [kind for kind in NAMES if kind in set(swept["kind"])]
    line = Line.through(*(document[name].to_numpy(np.float64) for name in ("complexity", "best")))
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.7)
    panels = figure.subplots(1, len(_PANELS), sharex=True, sharey=True)
    targets = table[table["source"] != "document"].drop_duplicates("target")
    beyond = ~targets["line"].between(shallowest, deepest)
    fig.headline(
        figure, f"Beyond the grid for {beyond.sum()} of {len(targets)}: the document's line"
    )
    reach = np.linspace(0.0, 1.1 * max(table["complexity"].max(), 0.25), 300)
    depths = line.slope * reach + line.intercept
    for axes, (measure, name) in zip(panels, _PANELS.items(), strict=True):
        axes.axhspan(shallowest, deepest, color=fig.PALE, linewidth=0, zorder=0)
        above = depths > 0
        axes.plot(reach[above], depths[above], ":", color=fig.GREY, linewidth=0.9)
        clipped = np.clip(depths, shallowest, deepest)
        axes.plot(reach, clipped, color=fig.GREY, linewidth=1.1)
        axes.plot(others["complexity"], others["predicted"], "|", color=fig.GREY, markersize=7)
        style: dict[str, Any] = {"color": fig.INK, "markerfacecolor": "none", "markersize": 4.5}
        axes.plot(document["complexity"], document["best"], "D", **style)
        named: dict[str, Any] = {"color": fig.INK, "va": "center"}
        for artifact, *point in document[["target", "complexity", "best"]].itertuples(index=False):
            fig.write(axes, display_name(artifact), *point, shift=(-6, 0), ha="right", **named)
        measured = swept[swept["measure"] == measure]
        for place, kind in enumerate(kinds):
            rows = measured[measured["kind"] == kind]
            shift = _APART * (place - (len(kinds) - 1) / 2)
            axes.plot(
                rows["complexity"] + shift, rows["best"], "o", color=COLORS[kind], markersize=4
            )
        if measured["target"].nunique() <= _FEW:
            for target, complexity in measured.groupby("target")["complexity"].first().items():
                # below the line, where no point can be
                height = 0.4 * shallowest
                fig.write(axes, display_name(str(target)), complexity, height, ha="center", **named)
        axes.set_xlabel("complexity of the picture")
        axes.set_title(name)
    panels[0].set_ylabel("hidden layers")
    panels[0].set_xlim(0.0, reach[-1])
    panels[0].set_ylim(0.0, 1.12 * max(document["best"].max(), deepest))
    fig.key(panels[0], [(NAMES[kind], COLORS[kind]) for kind in kinds])
    fig.footer(
        figure,
        "Diamonds: the document's artifacts, and dotted the line through them; clipped to the\n"
        "depths that were swept (shaded) it is the prediction. Dots: targets of the sweep; bars:\n"
        "predictions for the other targets. A best depth at an edge may lie beyond it.",
    )
    return fig.settle(figure)
