"""Alignment, error and excess of methods at the same counts (document 001, Figures 30 to 37)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import COLORS, NAMES, OPTIMIZERS, display_name
from compsparse.studies.regime.panels import MEASURES, mean_of, measure_panels
from compsparse.studies.regime.scores.levels import DENSE, RANDOM

_APART = 1.035  # of neighbouring methods' marks, as a factor of the count


@fig.renders(
    "target", "training", "kind", "level", "run", "wanted", "alignment", "error", "excess_alignment"
)
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    pruned = table[table["kind"] != DENSE]
    # methods are compared with the random mask
    trainings = [
        name
        for name in dict.fromkeys(pruned["training"])
        if RANDOM in set(pruned.loc[pruned["training"] == name, "kind"])
    ]
    pruned = pruned[pruned["training"].isin(trainings)]
    kinds = pruned["kind"].unique().tolist()
    cases = [(target, name) for target in pruned["target"].unique() for name in trainings]
    figure, panels = measure_panels(
        [f"{display_name(target)}, {OPTIMIZERS[training]}" for target, training in cases],
        MEASURES,
        headline,
    )
    by_case = pruned.set_index(["target", "training", "kind"]).sort_index()
    for case, column in zip(cases, panels.T, strict=True):
        for axes, measure in zip(column, MEASURES, strict=True):
            for place, kind in enumerate(kinds):
                shift = _APART ** (place - (len(kinds) - 1) / 2)
                if (*case, kind) in by_case.index:
                    _draw(axes, by_case.loc[[(*case, kind)]], measure, COLORS[kind], shift)
            axes.set_xscale("log")
        column[-1].set_xlabel("live weights")
    wanted = np.sort(pruned["wanted"].unique())
    few = wanted[np.append(np.diff(np.log(wanted)) > np.log(1.5), True)]  # labels apart
    fig.set_ticks(panels[0, 0].xaxis, few.tolist(), "{:.0f}")
    last = by_case.loc[cases[-1]]
    last = last[last["wanted"] == last.groupby("kind")["wanted"].transform("max")]
    heights = last.groupby("kind")["alignment"].mean()
    ends = [
        fig.LineEnd(float(wanted[-1]), float(heights.get(kind, np.nan)), NAMES[kind], COLORS[kind])
        for kind in kinds
    ]
    labels = fig.label_line_ends(panels[0, -1], ends)
    fig.footer(
        figure,
        f"Mean of {pruned['run'].nunique()} seeds (geometric on the log axis), bars: smallest to "
        "largest. Two rounds, and one\nstraight to the smallest count; after each the optimizer "
        "named trains what is left.\nExcess: over dense networks of the same error; none where no "
        "dense one has it.",
    )
    return fig.settle(figure, labels)


def _draw(axes: fig.Axes, rows: pd.DataFrame, measure: str, color: str, shift: float) -> None:
    by_count = rows.dropna(subset=[measure]).groupby("wanted")[measure]
    middle = by_count.agg(lambda values: mean_of(values.to_numpy(), measure))
    places = middle.index.to_numpy(dtype=np.float64) * shift
    axes.vlines(places, by_count.min(), by_count.max(), color=color, linewidth=0.8, alpha=0.7)
    axes.plot(places, middle.to_numpy(), "o-", color=color, markersize=2.5, linewidth=0.8)
