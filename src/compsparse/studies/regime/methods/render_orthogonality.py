"""Orthogonality and effective rank, dense and after each round (document 001, Figure 8)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import COLORS, NAMES, display_name
from compsparse.studies.regime.panels import measure_panels
from compsparse.studies.regime.scores.levels import DENSE, OWN_COUNT, ROUNDS

_PANELS = {"orthogonality": "orthogonality", "effective_rank": "effective rank, share"}
_LEVELS = {DENSE: "dense", ROUNDS[0]: "round 1", ROUNDS[1]: "round 2", OWN_COUNT: "own\ncount"}


@fig.renders("target", "kind", "level", "run", "orthogonality", "effective_rank")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    targets = table["target"].unique().tolist()
    kinds = [kind for kind in table["kind"].unique() if kind != DENSE]
    figure, panels = measure_panels(
        [display_name(target) for target in targets],
        _PANELS,
        headline,
    )
    bands: list[fig.Band] = []
    for target, column in zip(targets, panels.T, strict=True):
        rows = table[table["target"] == target]
        for axes, measure in zip(column, _PANELS, strict=True):
            for kind in kinds:
                bands += _draw(axes, rows[rows["kind"].isin([DENSE, kind])], measure, COLORS[kind])
    fig.set_ticks(panels[-1, 0].xaxis, dict(enumerate(_LEVELS.values())))
    last = table[(table["target"] == targets[-1]) & (table["level"] == OWN_COUNT)]
    heights = last.groupby("kind")["orthogonality"].mean().dropna()
    place = float(list(_LEVELS).index(OWN_COUNT))
    ends = [
        fig.LineEnd(place, float(heights[kind]), NAMES[kind], COLORS[kind])
        for kind in kinds
        if kind in heights
    ]
    labels = [fig.label_line_ends(panels[0, -1], ends)] if ends else []
    fig.footer(
        figure,
        f"Rounds and own count start from the same dense networks. {fig.band_note(bands)}\n"
        "Orthogonality: 1 - mean |cosine| of the maps of a layer's units; mean over layers.",
    )
    return fig.settle(figure, *labels)


def _draw(axes: fig.Axes, rows: pd.DataFrame, measure: str, color: str) -> list[fig.Band]:
    wide = rows.pivot(index="run", columns="level", values=measure)
    # layers of fewer than two units that vary have no value, and few weights leave such layers only
    alone = wide[OWN_COUNT].dropna() if OWN_COUNT in wide else pd.Series(dtype=np.float64)
    if len(alone):
        place = list(_LEVELS).index(OWN_COUNT)
        axes.vlines(place, alone.min(), alone.max(), color=color, linewidth=0.8)
        axes.plot(place, alone.mean(), "o", color=color)
    chain = [level for level in _LEVELS if level in wide and level != OWN_COUNT]
    values = wide[chain].dropna().to_numpy(dtype=np.float64)
    if len(values) < 2:
        return []
    band = fig.mean_band(values)
    places = np.array([list(_LEVELS).index(level) for level in chain], dtype=np.float64)
    fig.draw_band(axes, places, band, color=color)
    return [band]
