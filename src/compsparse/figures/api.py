"""What figures are drawn with, under one name: ``from compsparse.figures import api as fig``."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import (
    FuncFormatter,
    LogLocator,
    MaxNLocator,
    NullFormatter,
    NullLocator,
)

from compsparse.claims.headline import Headline
from compsparse.figures.bands import Band, draw_band, log_band, mean_band
from compsparse.figures.canvas import new_figure, settle, stacked_panels
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.colors import CATEGORIES, for_text, sequential
from compsparse.figures.curves import Curves, Styles, draw_curves, name_groups
from compsparse.figures.dots import draw_dots
from compsparse.figures.keys import key
from compsparse.figures.labels import LineEnd, LineLabels, label_line_ends
from compsparse.figures.numbers import in_type
from compsparse.figures.powers import power, raised
from compsparse.figures.rendering import renders
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import (
    COLUMN,
    COLUMN_AND_A_HALF,
    GREY,
    INK,
    PALE,
    SMALL_TEXT_SIZE,
)
from compsparse.figures.ticks import set_ticks, superscript
from compsparse.figures.writing import mark_height, mark_place, write

__all__ = [
    "CATEGORIES",
    "COLUMN",
    "COLUMN_AND_A_HALF",
    "GREY",
    "INK",
    "PALE",
    "SMALL_TEXT_SIZE",
    "Axes",
    "Band",
    "Curves",
    "Figure",
    "FuncFormatter",
    "Headline",
    "LineEnd",
    "LineLabels",
    "LogLocator",
    "MaxNLocator",
    "NullFormatter",
    "NullLocator",
    "Styles",
    "band_note",
    "draw_band",
    "draw_curves",
    "draw_dots",
    "footer",
    "for_text",
    "headline",
    "in_type",
    "key",
    "label_line_ends",
    "log_band",
    "mark_height",
    "mark_place",
    "mean_band",
    "name_groups",
    "new_figure",
    "power",
    "raised",
    "renders",
    "replicate_curves",
    "sequential",
    "set_ticks",
    "settle",
    "stacked_panels",
    "superscript",
    "write",
]
