"""Scores of edits of known meaning, kind by kind, against the threshold of the judge."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.panels import draw_quantiles, line_panels

_COLORS = {True: fig.CATEGORIES[0], False: fig.CATEGORIES[1]}
_WORDS = {True: "meaningful", False: "broken"}


@fig.renders("judge", "run", "target", "edit", "meaningful", "tested", "score", "threshold")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    tested = table[table["tested"]].dropna(subset=["score"])
    kinds = list(dict.fromkeys(tested["edit"]))
    judges = list(dict.fromkeys(tested["judge"]))
    titles = []
    for judge in judges:
        targets = tested.loc[tested["judge"] == judge, "target"].nunique()
        titles.append(f"{judge}: {targets} target{'s' if targets > 1 else ''}")
    figure, panels = line_panels(titles, kinds, headline, 0.24)
    for axes, judge in zip(panels, judges, strict=True):
        _draw(axes, tested[tested["judge"] == judge], kinds)
        axes.set_xlabel("score")
        axes.set_xlim(-0.02, 1.3)
        axes.set_xticks([0.0, 0.25, 0.5, 0.75, 1.0])
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
    for kind, scored in rows.groupby("edit", sort=False):
        place, meaningful = kinds.index(str(kind)), bool(scored["meaningful"].iloc[0])
        draw_quantiles(axes, place, scored["score"], _COLORS[meaningful])
        median = scored["score"].median()
        axes.plot(median, place, "|", color="white", markersize=4, markeredgewidth=1.2)
        right = ((scored["score"] >= scored["threshold"]) == meaningful).mean()
        fig.write(axes, f"{100 * right:.0f} %", 1.28, place, color=fig.INK, ha="right", va="center")
