"""Scores of edits of known meaning, kind by kind, against the threshold of the judge."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig

_COLORS = {True: fig.CATEGORIES[0], False: fig.CATEGORIES[1]}
_WORDS = {True: "meaningful", False: "broken"}


@fig.renders("judge", "run", "target", "edit", "meaningful", "tested", "score", "threshold")
def run(table: pd.DataFrame) -> fig.Figure:
    tested = table[table["tested"]].dropna(subset=["score"])
    kinds = list(dict.fromkeys(tested["edit"]))
    judges = list(dict.fromkeys(tested["judge"]))
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 0.24 * len(kinds) + 1.5)
    panels = figure.subplots(1, len(judges), sharex=True, sharey=True, squeeze=False)[0]
    fig.headline(figure, "The judge lets blanked windows pass")
    for axes, judge in zip(panels, judges, strict=True):
        _draw(axes, tested[tested["judge"] == judge], kinds)
        targets = tested.loc[tested["judge"] == judge, "target"].nunique()
        axes.set_title(f"{judge}: {targets} target{'s' if targets > 1 else ''}")
        axes.set_xlabel("score")
        axes.set_xlim(-0.02, 1.3)
        axes.set_xticks([0.0, 0.25, 0.5, 0.75, 1.0])
    panels[0].set_yticks(range(len(kinds)), kinds)
    panels[0].invert_yaxis()
    meanings = tested.drop_duplicates("edit").set_index("edit")["meaningful"]
    for label, kind in zip(panels[0].get_yticklabels(), kinds, strict=True):
        label.set_color(fig.for_text(_COLORS[bool(meanings[kind])]))
    fig.footer(
        figure,
        "Lines: 5 % to 95 % of the edits that chose no threshold, thick 25 % to 75 %, white their\n"
        f"median; blue is {_WORDS[True]}, orange {_WORDS[False]}. Percentages: judged right. Grey:"
        " threshold, and its\n"
        f"smallest to largest over {tested['run'].nunique()} draws of all edits; right of it an "
        f"edit counts as {_WORDS[True]}.",
    )
    return fig.settle(figure)


def _draw(axes: fig.Axes, rows: pd.DataFrame, kinds: list[str]) -> None:
    thresholds = rows.drop_duplicates("run")["threshold"]
    axes.axvspan(thresholds.min(), thresholds.max(), color=fig.GREY, alpha=0.25, linewidth=0)
    axes.axvline(thresholds.mean(), color=fig.GREY, linewidth=0.8)
    for place, kind in enumerate(kinds):
        scored = rows[rows["edit"] == kind]
        if scored.empty:
            continue
        meaningful = bool(scored["meaningful"].iloc[0])
        color = _COLORS[meaningful]
        low, lower, middle, upper, high = np.quantile(
            scored["score"], [0.05, 0.25, 0.5, 0.75, 0.95]
        )
        axes.plot([low, high], [place, place], color=color, linewidth=1.0, solid_capstyle="butt")
        axes.plot([lower, upper], [place, place], color=color, linewidth=5.0, solid_capstyle="butt")
        axes.plot(middle, place, "|", color="white", markersize=4, markeredgewidth=1.2)
        right = ((scored["score"] >= scored["threshold"]) == meaningful).mean()
        axes.annotate(
            f"{100 * right:.0f} %",
            (1.28, place),
            ha="right",
            va="center",
            fontsize=fig.SMALL_TEXT_SIZE,
        )
