"""How far edits of two parts are from composing, in the genome and in dense networks."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import COLORS, display_name

_COLORS = {"genome": fig.CATEGORIES[0], "dense": COLORS["dense"], "stopped": fig.GREY}


@fig.renders("target", "kind", "run", "stage", "error", "pair", "relative_error")
def run(table: pd.DataFrame) -> fig.Figure:
    targets = list(dict.fromkeys(table["target"]))
    lines = [
        (kind, stage)
        for kind in _COLORS
        for stage in sorted(table.loc[table["kind"] == kind, "stage"].unique().tolist())
    ]
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 0.3 * len(lines) + 1.5)
    panels = figure.subplots(1, len(targets), sharex=True, sharey=True, squeeze=False)[0]
    fig.headline(figure, "Edits compose worse in dense networks")
    for axes, target in zip(panels, targets, strict=True):
        axes.set_title(display_name(target))
        axes.set_xlabel("relative error of the sum")
        for place, (kind, stage) in enumerate(lines):
            chosen = table[
                (table["target"] == target) & (table["kind"] == kind) & (table["stage"] == stage)
            ]
            if len(chosen):
                _draw(axes, place, chosen, _COLORS[kind])
        axes.set_xlim(left=0.0)
    panels[0].set_yticks(range(len(lines)), [_line_name(*line) for line in lines])
    panels[0].invert_yaxis()
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


def _line_name(kind: str, stage: int) -> str:
    return f"{stage} updates" if kind == "stopped" else {"genome": "genome", "dense": "dense"}[kind]


def _draw(axes: fig.Axes, place: int, rows: pd.DataFrame, color: str) -> None:
    low, lower, upper, high = np.quantile(rows["relative_error"], [0.05, 0.25, 0.75, 0.95])
    axes.plot([low, high], [place, place], color=color, linewidth=0.8, solid_capstyle="butt")
    axes.plot(
        [lower, upper], [place, place], color=color, linewidth=5, alpha=0.3, solid_capstyle="butt"
    )
    medians = rows.groupby("run")["relative_error"].median().to_numpy(dtype=np.float64)
    axes.plot(medians, np.full(len(medians), place), "o", color=color, markersize=3)
