"""Best depth against the complexity of the picture (document 001, Figure 4)."""

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
        axes.plot(
            document["complexity"],
            document["best"],
            "D",
            color=fig.INK,
            markerfacecolor="none",
            markersize=4.5,
        )
        _name_points(axes, document)
        measured = swept[swept["measure"] == measure]
        for place, kind in enumerate(kinds):
            rows = measured[measured["kind"] == kind]
            shift = _APART * (place - (len(kinds) - 1) / 2)
            axes.plot(
                rows["complexity"] + shift, rows["best"], "o", color=COLORS[kind], markersize=4
            )
        if measured["target"].nunique() <= _FEW:
            for target, rows in measured.groupby("target"):
                # below the line, where no point can be
                axes.text(
                    rows["complexity"].iloc[0],
                    0.4 * shallowest,
                    display_name(str(target)),
                    ha="center",
                    va="center",
                    fontsize=fig.SMALL_TEXT_SIZE,
                )
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


def _name_points(axes: fig.Axes, points: pd.DataFrame) -> None:
    for name, complexity, best in zip(
        points["target"], points["complexity"], points["best"], strict=True
    ):
        axes.annotate(
            display_name(str(name)),
            (complexity, best),
            (-6, 0),
            textcoords="offset points",
            ha="right",
            va="center",
            fontsize=fig.SMALL_TEXT_SIZE,
        )
