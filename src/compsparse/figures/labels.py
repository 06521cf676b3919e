"""Labels at the ends of the lines, in their colors, moved apart where they would overlap."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64
from matplotlib.axes import Axes
from matplotlib.text import Annotation, Text
from scipy.optimize import isotonic_regression

from compsparse.figures.colors import for_text
from compsparse.figures.theme import PIXELS_PER_INCH, SMALL_TEXT_SIZE

_GUTTER = 7.0  # points between the axes and the labels
_LEADING = 1.0  # points between two labels
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
    labels: Sequence[Annotation]
    points_per_pixel: float

    def place(self) -> None:
        """Move the labels beside their lines' ends, and apart."""
        width = self.axes.bbox.width * self.points_per_pixel
        height = self.axes.bbox.height * self.points_per_pixel
        # an annotation's own extent includes its leader
        tallest = max(Text.get_window_extent(label).height for label in self.labels)
        gap = tallest * self.points_per_pixel + _LEADING
        to_axes = self.axes.transData + self.axes.transAxes.inverted()
        wanted = to_axes.transform([(end.x, end.y) for end in self.ends])[:, 1] * height
        placed = spread_apart(wanted, gap, 0.0, height)
        for label, position in zip(self.labels, placed, strict=True):
            label.set_position((1.0 + _GUTTER / width, position / height))


def label_line_ends(axes: Axes, ends: Sequence[LineEnd]) -> LineLabels:
    """Write each label to the right of the axes, joined to its line's end by a thin leader.

    Give the result to ``canvas.settle``: where labels go depends on the layout of everything else.
    """
    labels = [
        axes.annotate(
            end.text,
            xy=(end.x, end.y),
            xytext=(1.0, 0.5),
            textcoords="axes fraction",
            va="center",
            fontsize=SMALL_TEXT_SIZE,
            color=for_text(end.color),
            annotation_clip=False,
            arrowprops={
                "arrowstyle": "-",
                "color": end.color,
                "linewidth": 0.5,
                "alpha": 0.7,
                "shrinkA": 1.0,
                "shrinkB": 1.0,
                "relpos": (0.0, 0.5),
            },
        )
        for end in ends
    ]
    return LineLabels(axes, ends, labels, _POINTS_PER_INCH / PIXELS_PER_INCH)
