"""Render step: what whole words and what windows of all lengths teach, automaton by automaton."""

from typing import Any

import pandas as pd

from compsparse.figures import api as fig

_ROW = 0.28  # inches for an automaton
_DATA = {"mixture": "windows of all lengths", "hard_only": "whole words alone"}


@fig.renders("automaton", "permutes", "data", "rate", "run", "window", "step", "accuracy", "guess")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    """Draw a row for each automaton, those that permute their states first."""
    names = table.drop_duplicates("automaton").sort_values(
        "permutes", ascending=False, kind="stable"
    )["automaton"]
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 1.7 + _ROW * len(names))
    fig.headline(figure, headline)
    axes = figure.subplots()
    colors = dict(zip(_DATA, (fig.sequential(2)[1], fig.sequential(2)[0]), strict=True))
    words = table[(table["window"] == table.groupby("automaton")["window"].transform("max"))]
    center = {name: -place for place, name in enumerate(names)}
    for (name, data), rows in words.groupby(["automaton", "data"], sort=False):
        last = rows[rows["step"] == rows["step"].max()].sort_values("run")
        last = last.assign(height=center[name] + (0.12 if data == "mixture" else -0.12))
        style: dict[str, Any] = {
            "color": colors[str(data)],
            "markersize": 4,
            "alpha": 0.7,
        }
        fig.draw_dots(axes, last, x="accuracy", y="height", **style)
    for name in names:
        guess = float(words[words["automaton"] == name]["guess"].iloc[0])
        axes.vlines(guess, center[name] - 0.35, center[name] + 0.35, color=fig.INK, linewidth=1)
    kinds = table.drop_duplicates("automaton").set_index("automaton")["permutes"]
    axes.set_yticks(
        [center[name] for name in names],
        [name.replace("_", " ") + ("" if kinds[name] else " *") for name in names],
    )
    axes.set_ylim(-len(names) + 0.4, 0.6)
    axes.set_xlim(0.0, 1.02)
    axes.set_xlabel("share of right states after the whole word")
    fig.key(axes, [(text, colors[data]) for data, text in _DATA.items()], corner="lower left")
    runs = len(set(table["run"]))
    fig.footer(
        figure,
        f"Attention-only model; a dot for each of {runs} runs. Strokes: best guess without reading "
        "the word.\n* Some symbols merge states; whole words alone were tried on these only.",
    )
    return fig.settle(figure)
