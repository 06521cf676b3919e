"""Labels at the ends of the lines, in their colors, moved apart where they would overlap."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.text import Text
from matplotlib.transforms import ScaledTranslation
from scipy.optimize import isotonic_regression

from compsparse.figures.colors import for_text
from compsparse.figures.theme import PIXELS_PER_INCH, SMALL_TEXT_SIZE

_GUTTER = 7.0  # points between the axes and the labels
_LEADING = 1.0  # points between two labels
_CLEARANCE = 1.0  # points between a leader and what it joins
_POINTS_PER_INCH = 72.0


@dataclass(frozen=True)
class LineEnd:
    """The last point of a line in data coordinates, and what to write beside it."""

    x: float
    y: float
    text: str
    color: str


def spread_apart(
    wanted: Float64[np.ndarray, " label"], gap: float, low: float, high: float
) -> Float64[np.ndarray, " label"]:
    """Return the positions nearest to ``wanted`` (least squares) that are ``gap`` apart.

    Order is kept, and all lie between ``low`` and ``high``.

    Raises:
        ValueError: that many labels do not fit between ``low`` and ``high``.
    """
    needed = gap * (len(wanted) - 1)
    if needed > high - low:
        raise ValueError(
            f"{len(wanted)} labels need {needed:.0f} points but the axes have {high - low:.0f}; "
            "make the figure higher."
        )
    order = np.argsort(wanted, kind="stable")
    # with the gaps taken off, "at least gap apart" becomes "not decreasing"
    gaps = gap * np.arange(len(wanted))
    level = isotonic_regression(wanted[order] - gaps).x
    placed = np.empty_like(wanted)
    placed[order] = np.clip(level, low, high - needed) + gaps
    return placed


@dataclass(frozen=True)
class LineLabels:
    """Labels of one panel, to be placed when its layout is known (``canvas.settle``)."""

    axes: Axes
    ends: Sequence[LineEnd]
    labels: Sequence[Text]
    leaders: LineCollection
    points_per_pixel: float

    def place(self) -> None:
        """Move the labels beside their lines' ends, and apart."""
        width = self.axes.bbox.width * self.points_per_pixel
        height = self.axes.bbox.height * self.points_per_pixel
        tallest = max(label.get_window_extent().height for label in self.labels)
        gap = tallest * self.points_per_pixel + _LEADING
        to_axes = self.axes.transData + self.axes.transAxes.inverted()
        ends = to_axes.transform([(end.x, end.y) for end in self.ends])
        placed = spread_apart(ends[:, 1] * height, gap, 0.0, height) / height
        for label, position in zip(self.labels, placed, strict=True):
            label.set_y(position)
        clearance = _CLEARANCE / width
        leaves = ends + np.array([clearance, 0.0])
        arrives = np.column_stack([np.full(len(placed), 1.0 + _GUTTER / width - clearance), placed])
        self.leaders.set_segments(list(np.stack([leaves, arrives], axis=1)))


def label_line_ends(axes: Axes, ends: Sequence[LineEnd]) -> LineLabels:
    """Write each label to the right of the axes, joined to its line's end by a thin leader.

    Give the result to ``canvas.settle``: where labels go depends on the layout of everything else.
    """
    gutter = ScaledTranslation(_GUTTER / _POINTS_PER_INCH, 0.0, axes.figure.dpi_scale_trans)
    labels = [
        axes.text(
            1.0,
            0.5,
            end.text,
            transform=axes.transAxes + gutter,
            va="center",
            fontsize=SMALL_TEXT_SIZE,
            color=for_text(end.color),
        )
        for end in ends
    ]
    leaders = LineCollection(
        [],
        colors=[end.color for end in ends],
        linewidths=0.5,
        alpha=0.7,
        transform=axes.transAxes,
        clip_on=False,
    )
    leaders.set_in_layout(False)
    axes.add_artist(leaders)
    return LineLabels(axes, ends, labels, leaders, _POINTS_PER_INCH / PIXELS_PER_INCH)
