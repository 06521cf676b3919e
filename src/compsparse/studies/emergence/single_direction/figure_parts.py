"""Parts that the figures of this theme share: colors of the orders k, labels of points."""

from compsparse.figures import api as fig

COLORS = dict(zip((2, 3, 4), fig.CATEGORIES[:3], strict=True))
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
