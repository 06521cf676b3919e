"""Make a figure without pyplot, and settle its layout so that every format shows the same."""

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from compsparse.figures.labels import LineLabels
from compsparse.figures.theme import PIXELS_PER_INCH
from compsparse.figures.ticks import set_log_ticks


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure, sizes in inches, whose parts make room for each other."""
    layout = ConstrainedLayoutEngine(w_pad=0.03, h_pad=0.03, wspace=0.03, hspace=0.03)
    figure = Figure(figsize=(width, height), dpi=PIXELS_PER_INCH, layout=layout)
    # one renderer measures type for the layout and draws the pixel picture
    FigureCanvasAgg(figure)
    return figure


def stacked_panels(figure: Figure, *heights: float) -> list[Axes]:
    """Return panels above each other with one horizontal axis; ``heights`` are proportions."""
    panels = figure.subplots(
        len(heights), 1, sharex=True, squeeze=False, height_ratios=list(heights)
    )
    return list(panels[:, 0])


def settle(figure: Figure, *labels: LineLabels) -> Figure:
    """Lay the figure out once, place the labels, and keep the result; return the figure.

    Type has slightly different extents in different formats, so a layout made anew for each would
    differ between the vector and the pixel picture.
    """
    layout = figure.get_layout_engine()
    if layout is None:
        raise ValueError(
            "The figure has no layout engine; make it with new_figure, settle it once."
        )
    set_log_ticks(figure)
    # labels take room from the panels, and the room decides how far they are spread apart
    for panel_labels in labels:
        panel_labels.place()
    # the size of a panel decides its ticks, and their labels the size: the second time both agree
    for _ in range(2):
        layout.execute(figure)
        for panel_labels in labels:
            panel_labels.place()
    # without any engine, not a placeholder: with one, matplotlib draws twice for every file
    figure.set_layout_engine(None)
    return figure
