"""A key of colored words, for points that have no line to carry a label."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.offsetbox import AnchoredOffsetbox, TextArea, VPacker

from compsparse.figures.colors import for_text
from compsparse.figures.theme import SMALL_TEXT_SIZE


def key(axes: Axes, entries: Sequence[tuple[str, str]], *, corner: str = "upper left") -> None:
    """Write (text, color) entries under each other in a corner that holds no data."""
    words = [
        TextArea(text, textprops={"color": for_text(color), "fontsize": SMALL_TEXT_SIZE})
        for text, color in entries
    ]
    column = VPacker(children=list(words), align="left", pad=0, sep=2)
    axes.add_artist(AnchoredOffsetbox(loc=corner, child=column, frameon=False, pad=0.2))
