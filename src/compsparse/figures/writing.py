"""Small words inside of a panel, and lines at values that have a name."""

from typing import Any, Literal

from matplotlib.axes import Axes

from compsparse.figures.colors import for_text
from compsparse.figures.theme import GREY, SMALL_TEXT_SIZE

Frame = Literal["data", "axes", "x data", "y data"]
_FRAMES: dict[Frame, Any] = {
    "data": "data",
    "axes": "axes fraction",
    "x data": ("data", "axes fraction"),
    "y data": ("axes fraction", "data"),
}


def write(
    axes: Axes,
    text: str,
    x: float | int,
    y: float | int,
    *,
    color: str = GREY,
    shift: tuple[float | int, float | int] = (0.0, 0.0),
    frame: Frame = "data",
    **text_style: Any,
) -> None:
    """Write small words.

    Args:
        axes: to write on.
        text: what is written.
        x: place along the horizontal axis.
        y: place along the vertical axis.
        color: of what the words are about; darkened where it is too pale for words.
        shift: from the place, in points.
        frame: which of the places are values of the data, and which are shares of the axes.
        text_style: of matplotlib's text, such as ``ha`` and ``va``.
    """
    axes.annotate(
        text,
        (x, y),
        xycoords=_FRAMES[frame],
        xytext=shift,
        textcoords="offset points",
        color=for_text(color),
        **{"fontsize": SMALL_TEXT_SIZE, **text_style},
    )


def mark_height(axes: Axes, height: float | int, text: str = "", *, x: float | int = 0.01) -> None:
    """Draw a thin grey line at a height, with words above it at the share ``x`` of the width."""
    axes.axhline(height, color=GREY, linewidth=0.6)
    if text:
        write(axes, text, x, height, frame="y data", va="bottom")


def mark_place(axes: Axes, place: float | int, text: str = "", *, y: float | int = 1.0) -> None:
    """Draw a thin grey line at a place, with words right of it at the share ``y`` of the height."""
    axes.axvline(place, color=GREY, linewidth=0.6)
    if text:
        write(axes, text, place, y, frame="x data", shift=(2, 0), va="top")
