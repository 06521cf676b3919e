"""What figures are drawn with, under one name: ``from compsparse.figures import api as fig``."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import (
    FixedLocator,
    FuncFormatter,
    LogLocator,
    MaxNLocator,
    NullFormatter,
    NullLocator,
)

from compsparse.figures.bands import Band, draw_band, log_band, mean_band
from compsparse.figures.canvas import new_figure, settle, stacked_panels
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.colors import CATEGORIES, for_text, sequential
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
from compsparse.figures.ticks import superscript

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
    "Figure",
    "FixedLocator",
    "FuncFormatter",
    "LineEnd",
    "LineLabels",
    "LogLocator",
    "MaxNLocator",
    "NullFormatter",
    "NullLocator",
    "band_note",
    "draw_band",
    "footer",
    "for_text",
    "headline",
    "in_type",
    "key",
    "label_line_ends",
    "log_band",
    "mean_band",
    "new_figure",
    "power",
    "raised",
    "renders",
    "replicate_curves",
    "sequential",
    "settle",
    "stacked_panels",
    "superscript",
]
