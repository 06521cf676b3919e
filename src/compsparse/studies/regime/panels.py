"""Panels and marks that several figures share."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float64, Num

from compsparse.figures import api as fig

MEASURES = {
    "alignment": "alignment",
    "error": "mean squared error",
    "excess_alignment": "excess of alignment",
}


def measure_panels(
    titles: Sequence[str],
    measures: Mapping[str, str],
    headline: str | fig.Headline,
    height: float = 1.5,
) -> tuple[fig.Figure, np.ndarray]:
    """Return a figure and its panels: a row for each measure, by its name, a column for each title.

    Errors have a logarithmic axis, and excess a line at 0.
    """
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, height * len(measures) + 0.9)
    panels = figure.subplots(len(measures), len(titles), squeeze=False, sharex=True, sharey="row")
    fig.headline(figure, headline)
    for axes, title in zip(panels[0], titles, strict=True):
        axes.set_title(title)
    for row, (measure, name) in zip(panels, measures.items(), strict=True):
        row[0].set_ylabel(name)
        for axes in row:
            if measure == "error":
                axes.set_yscale("log")
            if measure.startswith("excess"):
                fig.mark_height(axes, 0.0)
    return figure, panels


def line_panels(
    titles: Sequence[str],
    names: Sequence[str],
    headline: str | fig.Headline,
    height: float,
    sharex: bool = True,
) -> tuple[fig.Figure, list[fig.Axes]]:
    """Return a figure and panels beside each other, with a line for each name, the first on top."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, height * len(names) + 1.5)
    panels = figure.subplots(1, len(titles), squeeze=False, sharex=sharex, sharey=True)[0]
    fig.headline(figure, headline)
    for axes, title in zip(panels, titles, strict=True):
        axes.set_title(title)
    name_lines(panels[0], names)
    return figure, list(panels)


def name_lines(axes: fig.Axes, names: Sequence[str]) -> None:
    """Name the lines of a panel, the first on top."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)


def draw_seeds(
    axes: fig.Axes,
    height: int | float,
    values: Iterable[float],
    color: str,
    marker: str = "o",
    mean: tuple[float, float] = (12.0, 2.0),  # length and width of its bar
    **style: Any,
) -> None:
    """Draw a mark for each seed with a value, and a bar at their mean; nothing for no seeds."""
    known = pd.Series(values, dtype=np.float64).dropna().to_numpy()
    if len(known):
        heights = np.full(len(known), height)
        axes.plot(known, heights, marker, color=color, **{"alpha": 0.4, "markersize": 3, **style})
        length, width = mean
        axes.plot(known.mean(), height, "|", color=color, markersize=length, markeredgewidth=width)


def draw_quantiles(
    axes: fig.Axes, height: int | float, values: pd.Series, color: str, **thick: Any
) -> None:
    """Draw a thin line from 5 % to 95 % of the values, and a thick one from 25 % to 75 %."""
    low, lower, upper, high = np.quantile(values, [0.05, 0.25, 0.75, 0.95])
    style: dict[str, Any] = {"color": color, "solid_capstyle": "butt"}
    axes.plot([low, high], [height, height], linewidth=0.9, **style)
    axes.plot([lower, upper], [height, height], linewidth=5.0, **style, **thick)


def draw_against(
    axes: fig.Axes, rows: pd.DataFrame, x: str, measure: str, color: str, *, circles: bool = True
) -> list[fig.Band]:
    """Draw a measure in the band of the runs where all of them have a value, and return the band.

    Where some have none, the others are circles.
    """
    wide = rows.pivot(index="run", columns=x, values=measure)
    known = wide.dropna(axis="columns")
    partly = wide.drop(columns=known.columns).stack()
    if circles and len(partly):
        places = partly.index.get_level_values(x)
        axes.plot(places, partly, "o", color=color, markerfacecolor="none", markersize=3)
    if not known.shape[1]:
        return []
    values = known.to_numpy(dtype=np.float64)
    band = fig.log_band(values, measure) if measure == "error" else fig.mean_band(values)
    fig.draw_band(axes, known.columns.to_numpy(dtype=np.float64), band, color=color)
    return [band]


def show_picture(axes: fig.Axes, picture: Num[np.ndarray, "row column 3"] | None) -> None:
    """Show a picture, or nothing, without an axis."""
    if picture is not None:
        axes.imshow(picture, interpolation="nearest")
    axes.set(xticks=[], yticks=[])
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)


def mean_of(values: Float64[np.ndarray, " seed"], measure: str) -> float:
    """Return the mean that suits the axis of a measure: geometric for errors."""
    return float(np.exp(np.log(values).mean()) if measure == "error" else values.mean())
