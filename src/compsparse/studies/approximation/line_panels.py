"""Lines with bands in panels, which figures of several themes draw."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from compsparse.figures import api as fig


@dataclass(frozen=True)
class Split:
    """A column, and the names of its values, in their order.

    Attributes:
        column: its name.
        words: by value.
    """

    column: str
    words: Mapping[str, str]


@dataclass(frozen=True)
class LinePanels:
    """What was drawn.

    Attributes:
        axes: the panels.
        bands: of all lines, panel by panel.
        labels: at the ends of lines.
    """

    axes: Sequence[fig.Axes]
    bands: list[fig.Band]
    labels: list[fig.LineLabels]


def draw_line_panels(
    figure: fig.Figure,
    rows: pd.DataFrame,
    panels: Split,
    lines: Split,
    *,
    point: str,
    value: str,
    label: str,
    colors: Sequence[str] = fig.CATEGORIES,
    dots: bool = False,
) -> LinePanels:
    """Draw a panel for each value of one column, in it a line for each value of another one.

    Args:
        figure: to draw in.
        rows: with the columns named here, and run.
        panels: titles by value.
        lines: labels at their ends by value; a panel leaves out lines without rows.
        point: the column along the horizontal axis, a tick at each of its values.
        value: the column that is drawn, on a logarithmic axis.
        label: of the horizontal axis.
        colors: of the lines, in their order.
        dots: whether points are marked.
    """
    drawn = LinePanels(list(figure.subplots(1, len(panels.words), sharey=True)), [], [])
    for axes, (panel, title) in zip(drawn.axes, panels.words.items(), strict=True):
        ends = []
        in_panel = rows[rows[panels.column] == panel]
        for (line, text), color in zip(lines.words.items(), colors, strict=False):
            curves = in_panel[in_panel[lines.column] == line]
            if curves.empty:
                continue
            places, values = fig.replicate_curves(curves, point=point, value=value)
            band = fig.log_band(values, value)
            fig.draw_band(axes, places, band, color=color)
            if dots:
                axes.plot(places, band.middle, linestyle="none", marker="o", color=color)
            ends.append(fig.LineEnd(places[-1], float(band.middle[-1]), text, color))
            drawn.bands.append(band)
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.xaxis.set_major_locator(fig.FixedLocator(sorted(set(rows[point]))))
        axes.xaxis.set_major_formatter(fig.FuncFormatter(lambda number, _: f"{number:g}"))
        axes.xaxis.set_minor_locator(fig.NullLocator())
        axes.set_xlabel(label)
        axes.set_title(title)
        drawn.labels.append(fig.label_line_ends(axes, ends))
    return drawn
