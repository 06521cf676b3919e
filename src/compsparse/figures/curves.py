"""Curves of replicates, one per group of rows, drawn by seaborn in the bands of this project."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes

from compsparse.figures.bands import Band, log_band, mean_band
from compsparse.figures.colors import CATEGORIES, sequential
from compsparse.figures.labels import LineEnd
from compsparse.figures.replicates import replicate_curves

Group = TypeVar("Group", bound=Hashable)
Styles = Mapping[Group, tuple[str, str]]  # of each group, its words and its color


@dataclass(frozen=True)
class Curves:
    """What ``draw_curves`` drew, in the order of the styles.

    Attributes:
        bands: for ``band_note``.
        ends: for ``label_line_ends``.
    """

    bands: list[Band]
    ends: list[LineEnd]


def name_groups(
    groups: Iterable[Group], words: str = "{:g}", *, ordered: bool = False
) -> dict[Group, tuple[str, str]]:
    """Return styles: ``words`` formatted with each group; colors from pale to dark if ordered."""
    listed = list(groups)
    colors = sequential(len(listed)) if ordered else CATEGORIES
    return {group: (words.format(group), colors[place]) for place, group in enumerate(listed)}


def draw_curves(
    axes: Axes,
    rows: pd.DataFrame,
    *,
    x: str,
    y: str,
    by: str,
    styles: Styles[Any],
    geometric: bool = False,
    **line: Any,
) -> Curves:
    """Draw for each group the mean over replicates against ``x``, in its band.

    Args:
        axes: to draw on.
        rows: with the columns ``x``, ``y``, ``by`` and run; each run has each point once.
        x: column along the horizontal axis.
        y: column of the values.
        by: column of the groups.
        styles: words and color of each group to draw; groups without rows are left out.
        geometric: mean and band are taken on the logarithm.
        line: of matplotlib's lines, such as ``marker`` and ``linestyle``.

    Raises:
        ValueError: see ``replicate_curves`` and ``log_band``.
    """
    bands, ends, drawn = [], [], []
    for group, (words, color) in styles.items():
        chosen = rows[rows[by] == group]
        if chosen.empty:
            continue
        points, values = replicate_curves(chosen, point=x, value=y)
        band = log_band(values, y) if geometric else mean_band(values)
        bands.append(band)
        ends.append(LineEnd(float(points[-1]), float(band.middle[-1]), words, color))
        drawn.append(_three_values(points, band).assign(color=color))
    if drawn:
        _draw(axes, pd.concat(drawn, ignore_index=True), line)
    return Curves(bands, ends)


def _three_values(points: np.ndarray, band: Band) -> pd.DataFrame:
    """Return low, middle and high as rows: their median and range are the band, on any axis."""
    values = np.stack([band.low, band.middle, band.high])
    return pd.DataFrame({"x": np.tile(points, len(values)), "y": values.ravel()})


def _draw(axes: Axes, rows: pd.DataFrame, line: Mapping[str, Any]) -> None:
    labels = axes.get_xlabel(), axes.get_ylabel()
    colors = list(dict.fromkeys(rows["color"]))
    sns.lineplot(
        rows,
        x="x",
        y="y",
        hue="color",
        hue_order=colors,
        palette=colors,
        estimator="median",
        errorbar=("pi", 100),
        err_kws={"alpha": 0.18, "linewidth": 0},
        legend=False,
        ax=axes,
        **{"markeredgewidth": 0, **line},
    )
    axes.set(xlabel=labels[0], ylabel=labels[1])  # seaborn writes the names of columns there
