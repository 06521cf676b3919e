"""Accuracy of each hop, as all figures of trainings draw it."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from compsparse.figures import api as fig


def draw_mean_hops(
    axes: fig.Axes, rows: pd.DataFrame, title: str, x: str = "step", **line: Any
) -> tuple[fig.LineLabels, list[fig.Band]]:
    """Draw the mean of each hop against ``x``, with its band, and chance; updates by ratios."""
    curves = fig.draw_curves(
        axes,
        rows[rows["step"] > 0] if x == "step" else rows,
        x=x,
        y="accuracy",
        by="hops",
        styles=_styles(rows),
        **line,
    )
    if x == "step":
        axes.set_xscale("log")
    _finish(axes, rows, title)
    return fig.label_line_ends(axes, curves.ends), curves.bands


def draw_run_panels(
    figure: fig.Figure, table: pd.DataFrame, titles: Mapping[str, str]
) -> tuple[list[fig.LineLabels], str]:
    """Draw a panel for each kind of data: each run and the median, a color for each hop.

    Returns:
        The labels of the medians, and the learning rates of the panels, in words.
    """
    panels = figure.subplots(1, len(titles), sharey=True)
    labels = []
    for axes, (data, title) in zip(panels, titles.items(), strict=True):
        rows = table[table["data"] == data]
        ends = []
        for hop, (words, color) in _styles(rows).items():
            steps, values = fig.replicate_curves(
                rows[rows["hops"] == hop], point="step", value="accuracy"
            )
            # the median is a run's own curve, where a mean of early and late runs is none's
            median = np.median(values, axis=0)
            axes.plot(steps, values.T, color=color, linewidth=0.5, alpha=0.6)
            axes.plot(steps, median, color=color, linewidth=1.8)
            ends.append(fig.LineEnd(steps[-1], float(median[-1]), words, color))
        _finish(axes, rows, title)
        axes.set_xlabel("updates")
        labels.append(fig.label_line_ends(axes, ends))
    panels[0].set_ylabel("accuracy")
    return labels, rates_note(table, titles)


def rates_note(table: pd.DataFrame, kinds: Mapping[str, str]) -> str:
    """Return the learning rate of each kind of data, in words."""
    rates = table.groupby("data")["rate"].first()
    return ", ".join(f"{rates[kind]:g}" for kind in kinds)


def runs_note(table: pd.DataFrame) -> str:
    """Return what the lines of ``draw_run_panels`` are, in words."""
    runs = table["run"].nunique()
    return (
        f"Thick: median; thin: {runs} runs, each with its own permutations and initial weights.\n"
        "Dashed: chance."
    )


def mark_chance(axes: fig.Axes, chance: pd.Series) -> None:
    """Draw the accuracy of a guess, dashed, and show all of an accuracy's range."""
    axes.axhline(float(chance.iloc[0]), color=fig.GREY, linewidth=0.8, dashes=(4, 2))
    axes.set_ylim(-0.03, 1.05)


def _styles(rows: pd.DataFrame) -> dict[int, tuple[str, str]]:
    styles = fig.name_groups(sorted(set(rows["hops"])), "{} hops", ordered=True)
    return {hop: ("1 hop" if hop == 1 else words, color) for hop, (words, color) in styles.items()}


def _finish(axes: fig.Axes, rows: pd.DataFrame, title: str) -> None:
    mark_chance(axes, rows["chance"])
    axes.set_title(title)
