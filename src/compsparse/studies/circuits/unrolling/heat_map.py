"""A table of shares as shaded cells with numbers in them."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float64
from matplotlib.colors import LinearSegmentedColormap

from compsparse.figures import api as fig

_DARK = 0.55  # shares above it have white numbers


def heat_map(
    axes: fig.Axes,
    shares: Float64[np.ndarray, "row column"],
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    color: str = fig.CATEGORIES[0],
) -> None:
    """Shade every cell by its share, 0 white and 1 full, and write it there; rows from the top."""
    shades = LinearSegmentedColormap.from_list("shares", ["#ffffff", color])
    edges = [np.arange(count + 1) - 0.5 for count in reversed(shares.shape)]
    axes.pcolormesh(*edges, shares, cmap=shades, vmin=0.0, vmax=1.0, edgecolors="white", lw=1.0)
    for (row, column), share in np.ndenumerate(shares):
        axes.text(
            column,
            row,
            _percent(float(share)),
            ha="center",
            va="center",
            fontsize=fig.SMALL_TEXT_SIZE,
            color="white" if share > _DARK else fig.INK,
        )
    axes.invert_yaxis()
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks(range(len(rows)), rows)
    axes.tick_params(length=0)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)


def _percent(share: float) -> str:
    """Return a fraction in percent; only exactly none or all is written as 0 or 100."""
    percent = 100 * share
    if 0 < percent < 1:
        return "<1"
    if 99 < percent < 100:
        return ">99"
    return f"{percent:.0f}"
