"""Losses of replicates, in nats: below the rounding error they are drawn at it, as in metrics."""

from collections.abc import Collection
from itertools import groupby
from typing import Any

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.histories.history import SMALLEST_LOSS

DASHED = (0.0, (3.0, 1.5))


def one_panel(words: fig.Headline | str, height: float) -> tuple[fig.Figure, fig.Axes]:
    """Return a figure of one column with its headline, and its panel."""
    figure = fig.new_figure(fig.COLUMN, height)
    fig.headline(figure, words)
    return figure, figure.subplots()


def draw_losses(
    axes: fig.Axes,
    rows: pd.DataFrame,
    *,
    x: str,
    by: str,
    styles: fig.Styles[Any],
    y: str = "loss",
    dashed: Collection[Any] = (),
    xscale: str = "log",
    **line: Any,
) -> fig.Curves:
    """Draw losses as ``fig.draw_curves``, on a logarithmic axis; some groups are ``dashed``."""
    axes.set(xscale=xscale, yscale="log")
    rows = rows.assign(**{y: rows[y].clip(lower=SMALLEST_LOSS)})
    bands, ends = [], []
    # neighbors of one kind are drawn together, which is faster than one by one
    for is_dashed, groups in groupby(styles, dashed.__contains__):
        chosen = {group: styles[group] for group in groups}
        dashes = {"linestyle": DASHED if is_dashed else "-"}
        drawn = fig.draw_curves(
            axes, rows, x=x, y=y, by=by, styles=chosen, geometric=True, **dashes | line
        )
        bands += drawn.bands
        ends += drawn.ends
    return fig.Curves(bands, ends)


def draw_means(
    axes: fig.Axes,
    rows: pd.DataFrame,
    *,
    x: str,
    by: str,
    styles: fig.Styles[Any],
    y: str = "loss",
    **line: Any,
) -> None:
    """Draw geometric means without bands, beside losses that have them."""
    logs = np.log(rows[y].clip(lower=SMALLEST_LOSS))
    means = np.exp(logs.groupby([rows[by], rows[x]]).mean())
    for group, (_, color) in styles.items():
        axes.plot(means[group].index, means[group], **{"color": color, **line})


def geometric_mean(losses: "pd.Series[float]") -> float:
    """Return the geometric mean of losses."""
    return float(np.exp(np.log(losses.clip(lower=SMALLEST_LOSS)).mean()))


def mark_loss(axes: fig.Axes, curves: fig.Curves, loss: float, words: str, **line: Any) -> None:
    """Draw a grey line at a loss, with its words among the labels of the curves."""
    axes.axhline(loss, **{"color": fig.GREY, "linewidth": 0.6, **line})
    curves.ends.append(fig.LineEnd(max(end.x for end in curves.ends), loss, words, fig.GREY))
