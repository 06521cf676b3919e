"""A label beside the last point of a line that ends inside its panel."""

from compsparse.figures import api as fig

_GAP = 6.0  # points between the point and its label


def label_point(
    axes: fig.Axes, x: float, y: float, text: str, color: str, *, above_left: bool = False
) -> None:
    """Write ``text`` to the right of a point in data coordinates, or above it to the left."""
    axes.annotate(
        text,
        (x, y),
        xytext=(-_GAP, _GAP) if above_left else (_GAP, 0.0),
        textcoords="offset points",
        ha="right" if above_left else "left",
        va="center",
        fontsize=fig.SMALL_TEXT_SIZE,
        color=fig.for_text(color),
    )
