"""The look of every figure: sizes, type and inks, set for as long as a figure is being made.

Sizes are in points on paper: a figure is as wide as one column (3.4 in) or one and a half (5.1 in)
and is printed without scaling.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl

COLUMN = 3.4  # inches
COLUMN_AND_A_HALF = 5.1  # inches
PIXELS_PER_INCH = 200

INK = "#262626"  # titles, axis names
GREY = "#6b6b6b"  # notes, reference lines; still 4.5 : 1 against white
PALE = "#e8e8e8"  # grids, shaded regions

TEXT_SIZE = 7.0
SMALL_TEXT_SIZE = 6.0

_SETTINGS: dict[Any, Any] = {
    # bundled with matplotlib, so that every machine sets the same type
    "font.family": ["DejaVu Sans"],
    "mathtext.fontset": "dejavusans",
    "font.size": TEXT_SIZE,
    "axes.labelsize": TEXT_SIZE,
    "axes.titlesize": TEXT_SIZE,
    "axes.titlelocation": "left",
    "axes.titlecolor": GREY,
    "axes.titlepad": 4.0,
    "axes.labelpad": 3.0,
    "xtick.labelsize": SMALL_TEXT_SIZE,
    "ytick.labelsize": SMALL_TEXT_SIZE,
    "figure.titlesize": 8.5,
    "figure.titleweight": "bold",
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": GREY,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.grid.which": "major",
    "grid.color": PALE,
    "grid.linewidth": 0.5,
    "xtick.major.size": 2.5,
    "ytick.major.size": 2.5,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.minor.size": 1.2,
    "ytick.minor.size": 1.2,
    "xtick.minor.width": 0.4,
    "ytick.minor.width": 0.4,
    "xtick.major.pad": 2.0,
    "ytick.major.pad": 2.0,
    "lines.linewidth": 1.3,
    "lines.markersize": 3.5,
    "lines.solid_capstyle": "round",
    "lines.solid_joinstyle": "round",
    "patch.linewidth": 0.0,
}


@contextmanager
def theme() -> Iterator[None]:
    """Apply the look to what is drawn in the context, and restore what was before.

    A reader's own matplotlib settings do not reach the figure: it starts from matplotlib's
    built-in defaults.
    """
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_SETTINGS)
        yield
