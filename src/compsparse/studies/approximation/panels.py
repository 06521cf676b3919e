"""What figures of several themes draw: curves in panels side by side, and rows of dots."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from compsparse.figures import api as fig


def draw_line_panels(
    rows: pd.DataFrame,
    headline: fig.Headline,
    *,
    panels: tuple[str, Mapping[str, str]],
    lines: tuple[str, Mapping[str, str]],
    colors: Sequence[str] = fig.CATEGORIES,
    x: tuple[str, str],
    y: tuple[str, str] = ("error", "error over variance"),
    y_ticks: Sequence[int] = (),
    note: str,
    **line: Any,
) -> fig.Figure:
    """Draw a panel for each value of one column, in it a line for each value of another one.

    ``panels`` are a column and titles by its values, ``lines`` another one and labels by its
    values; a panel leaves out lines without rows. ``x`` and ``y`` are columns and the labels of
    their logarithmic axes; ``x`` has a tick at each of its values, ``y`` at powers of ten unless
    there are ``y_ticks``. What the bands are is added to the ``note``; ``line`` is of matplotlib's
    lines, such as ``marker``.
    """
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF if len(panels[1]) > 1 else fig.COLUMN, 2.9)
    fig.headline(figure, headline)
    (panel, titles), (by, words) = panels, lines
    styles = {name: (words[name], color) for name, color in zip(words, colors, strict=False)}
    bands, labels = [], []
    drawn_on = figure.subplots(1, len(titles), squeeze=False, sharey=True)[0]
    for axes, (value, title) in zip(drawn_on, titles.items(), strict=True):
        chosen = rows[rows[panel] == value]
        curves = fig.draw_curves(
            axes, chosen, x=x[0], y=y[0], by=by, styles=styles, geometric=True, **line
        )
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        fig.set_ticks(axes.xaxis, sorted(set(rows[x[0]])))
        if y_ticks:
            fig.set_ticks(axes.yaxis, y_ticks)
        axes.set(title=title, xlabel=x[1])
        bands += curves.bands
        labels.append(fig.label_line_ends(axes, curves.ends))
    drawn_on[0].set_ylabel(y[1])
    fig.footer(figure, f"{note}{fig.band_note(bands)}")
    return fig.settle(figure, *labels)


def draw_rows(
    axes: fig.Axes,
    table: pd.DataFrame,
    column: str,
    words: Mapping[str, str],
    *,
    color: str,
    offset: float = 0.0,
) -> fig.Band:
    """Draw the error of every run as a dot, with mean and range; return the band.

    ``words`` are names of the values of a column, from the lowest row up; the ``offset`` of all
    rows is upwards.
    """
    wide = table.pivot(index="run", columns=column, values="error")[list(words)]
    band = fig.log_band(wide.to_numpy(), "error")
    places = np.arange(len(words)) + offset
    axes.plot(wide.T, places, linestyle="none", marker="o", markersize=2, color=color, alpha=0.4)
    axes.hlines(places, band.low, band.high, color=color, linewidth=1)
    axes.plot(band.middle, places, linestyle="none", marker="|", markersize=9, color=color)
    axes.set_xscale("log")
    axes.xaxis.set_minor_formatter(fig.NullFormatter())
    axes.set_xlabel("error over variance")
    fig.set_ticks(axes.yaxis, dict(enumerate(words.values())))
    axes.set_ylim(-0.6, len(words) - 0.4)
    return band
