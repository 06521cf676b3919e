"""How far the best depth exceeds both sides, on seeds that did not choose it."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import COLORS, NAMES, display_name
from compsparse.studies.regime.panels import draw_seeds, line_panels
from compsparse.studies.regime.scores.levels import DENSE

_MEASURES = {"alignment": "alignment", "excess_alignment": "excess of alignment"}


@fig.renders("target", "kind", "measure", "run", "margin", "chosen", "best", "peak")
def run(table: pd.DataFrame) -> fig.Figure:
    lines = list(dict.fromkeys(zip(table["target"], table["kind"], strict=True)))
    measures = [measure for measure in _MEASURES if measure in set(table["measure"])]
    judged = table[(table["measure"] == "excess_alignment") & (table["kind"] != DENSE)]
    cases = judged.drop_duplicates(["target", "kind"])
    figure, panels = line_panels(
        [""] * len(measures),
        [f"{display_name(target)}, {NAMES[kind]}" for target, kind in lines],
        f"{cases['peak'].sum()} of {len(cases)} peak at a depth of their own",
        0.28,
        sharex=False,
    )
    margins = table.set_index(["measure", "target", "kind"]).sort_index()["margin"]
    for axes, measure in zip(panels, measures, strict=True):
        fig.mark_place(axes, 0.0)
        axes.set_xlabel(f"margin in {_MEASURES[measure]}")
        for place, line in enumerate(lines):
            if (measure, *line) in margins.index:
                draw_seeds(axes, place, margins.loc[[(measure, *line)]], COLORS[line[1]])
    fig.footer(
        figure,
        "Margin over the higher side at the depth that the other seeds chose; 0 where that is an\n"
        f"edge of the grid. Dots: {table['run'].nunique()} seeds; bars: means. Counted are pruned "
        "networks, by excess.\nEmpty lines: most seeds have a network that cannot be compared.",
    )
    return fig.settle(figure)
