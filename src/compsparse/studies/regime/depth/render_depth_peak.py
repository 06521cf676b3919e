"""How far the best depth exceeds both sides, on seeds that did not choose it."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import COLORS, NAMES, display_name
from compsparse.studies.regime.scores.levels import DENSE
from compsparse.studies.regime.strip import draw_seeds

_MEASURES = {"alignment": "alignment", "excess_alignment": "excess of alignment"}


@fig.renders("target", "kind", "measure", "run", "margin", "chosen", "best", "peak")
def run(table: pd.DataFrame) -> fig.Figure:
    lines = list(dict.fromkeys(zip(table["target"], table["kind"], strict=True)))
    measures = [measure for measure in _MEASURES if measure in set(table["measure"])]
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 0.28 * len(lines) + 1.5)
    panels = figure.subplots(1, len(measures), sharey=True, squeeze=False)[0]
    judged = table[(table["measure"] == "excess_alignment") & (table["kind"] != DENSE)]
    cases = judged.drop_duplicates(["target", "kind"])
    fig.headline(figure, f"{cases['peak'].sum()} of {len(cases)} peak at a depth of their own")
    for axes, measure in zip(panels, measures, strict=True):
        axes.axvline(0.0, color=fig.GREY, linewidth=0.8)
        axes.set_xlabel(f"margin in {_MEASURES[measure]}")
        for place, (target, kind) in enumerate(lines):
            chosen = table[
                (table["target"] == target)
                & (table["kind"] == kind)
                & (table["measure"] == measure)
            ]
            margins = chosen["margin"].to_numpy(dtype=np.float64)
            draw_seeds(axes, place, margins, COLORS[kind])
    panels[0].set_yticks(
        range(len(lines)), [f"{display_name(target)}, {NAMES[kind]}" for target, kind in lines]
    )
    panels[0].invert_yaxis()
    fig.footer(
        figure,
        "Margin over the higher side at the depth that the other seeds chose; 0 where that is an\n"
        f"edge of the grid. Dots: {table['run'].nunique()} seeds; bars: means. Counted are pruned "
        "networks, by excess.\nEmpty lines: most seeds have a network that cannot be compared.",
    )
    return fig.settle(figure)
