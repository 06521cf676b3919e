"""Accuracy of each hop, as all figures of trainings draw it."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.figures import api as fig


def draw_mean_hops(
    axes: fig.Axes, rows: pd.DataFrame, point: str = "step", *, dots: bool = False
) -> tuple[list[fig.LineEnd], list[fig.Band]]:
    """Draw the mean of each hop against ``point``, with its band, and chance.

    Returns:
        The ends of the lines, to be labelled when the scales are set, and the bands.
    """
    ends, bands = [], []
    for hop, color, points, values in _by_hop(rows, point):
        bands.append(fig.mean_band(values))
        fig.draw_band(axes, points, bands[-1], color=color)
        if dots:
            axes.plot(points, bands[-1].middle, color=color, linestyle="none", marker="o")
        ends.append(_end(points, bands[-1].middle, hop, color))
    _finish(axes, rows)
    return ends, bands


def draw_run_panels(
    figure: fig.Figure, table: pd.DataFrame, titles: Mapping[str, str]
) -> tuple[list[fig.LineLabels], str]:
    """Draw a panel for each kind of data: each run and the mean, a color for each hop.

    Returns:
        The labels of the means, and the learning rates of the panels, in words.
    """
    panels = figure.subplots(1, len(titles), sharey=True)
    labels, rates = [], []
    for axes, (data, title) in zip(panels, titles.items(), strict=True):
        rows = table[table["data"] == data]
        ends = []
        for hop, color, steps, values in _by_hop(rows, "step"):
            for curve in values:
                axes.plot(steps, curve, color=color, linewidth=0.5, alpha=0.6)
            axes.plot(steps, values.mean(axis=0), color=color, linewidth=1.8)
            ends.append(_end(steps, values.mean(axis=0), hop, color))
        _finish(axes, rows)
        axes.set_xlabel("updates")
        axes.set_title(title)
        labels.append(fig.label_line_ends(axes, ends))
        rates.append(f"{rows['rate'].iloc[0]:g}")
    panels[0].set_ylabel("accuracy")
    return labels, ", ".join(rates)


def runs_note(table: pd.DataFrame) -> str:
    """Return what the lines of ``draw_run_panels`` are, in words."""
    runs = len(set(table["run"]))
    return (
        f"Thick: mean; thin: {runs} runs, each with its own permutations and initial weights.\n"
        "Dashed: chance."
    )


def _by_hop(
    rows: pd.DataFrame, point: str
) -> list[tuple[int, str, np.ndarray, Float64[np.ndarray, "run point"]]]:
    """Return hop, color, points and values of each hop."""
    hops = sorted(set(rows["hops"]))
    return [
        (
            hop,
            color,
            *fig.replicate_curves(rows[rows["hops"] == hop], point=point, value="accuracy"),
        )
        for hop, color in zip(hops, fig.sequential(len(hops)), strict=True)
    ]


def _end(
    points: np.ndarray, mean: Float64[np.ndarray, " point"], hop: int, color: str
) -> fig.LineEnd:
    word = f"{hop} hop" if hop == 1 else f"{hop} hops"
    return fig.LineEnd(points[-1], float(mean[-1]), word, color)


def _finish(axes: fig.Axes, rows: pd.DataFrame) -> None:
    axes.axhline(float(rows["chance"].iloc[0]), color=fig.GREY, linewidth=0.8, dashes=(4, 2))
    axes.set_ylim(-0.03, 1.05)
