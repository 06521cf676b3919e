"""Curves with bands in panels side by side: figures of several themes."""

from collections.abc import Mapping, Sequence
from typing import Any

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
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    fig.headline(figure, headline)
    (panel, titles), (by, words) = panels, lines
    styles = {name: (words[name], color) for name, color in zip(words, colors, strict=False)}
    bands, labels = [], []
    drawn_on = figure.subplots(1, len(titles), sharey=True)
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
