"""Render step: times and loss at k = 2 (document 003, Part I, remarks on the edge case)."""

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.figures import api as fig
from compsparse.studies.emergence.edge_cases import rank_axes

_GUIDE = 1.5  # times the curve: a slope is drawn beside, not on it
_SHOWN = 0.97  # of the first loss: before that the curve is flat


@fig.renders("exponent", "run", "unlearned", "quantity", "point", "value")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.5)
    times, loss = figure.subplots(1, 2)
    fig.headline(figure, "A quadratic activation still learns by power laws")
    bands: list[fig.Band] = []
    labels = [_times(times, table, bands), _loss(loss, table, bands)]
    for axes in (times, loss):
        axes.set_xscale("log")
        axes.set_yscale("log")
    times.set_xlabel("rank p of the direction")
    times.set_ylabel("time until half is learned")
    times.set_title(f"dashed: p{fig.raised('α')}")
    rank_axes.set_rank_ticks(times, table.loc[table["quantity"] == "time", "point"].max())
    loss.xaxis.set_minor_formatter(fig.NullFormatter())
    loss.set_xlabel("time t of the flow")
    loss.set_ylabel("loss")
    loss.set_title(f"dashed: t{fig.raised('(1-2α)/α')}")
    fig.footer(
        figure,
        f"k = 2, population flow (Riccati equation), amplitudes p{fig.raised('-α')}; the "
        f"teacher's tail is in the\nloss. {fig.band_note(bands)}{rank_axes.unlearned(table)}",
    )
    return fig.settle(figure, *labels)


def _times(axes: fig.Axes, table: pd.DataFrame, bands: list[fig.Band]) -> fig.LineLabels:
    ends = []
    exponents = sorted(set(table["exponent"]))
    for exponent, color in zip(exponents, fig.CATEGORIES[: len(exponents)], strict=True):
        rows = table[table["exponent"] == exponent]
        ranks, values = fig.replicate_curves(
            rank_axes.shared_points(rows[rows["quantity"] == "time"]), point="point", value="value"
        )
        bands.append(fig.log_band(values, "time"))
        fig.draw_band(axes, ranks, bands[-1], color=color)
        middle = bands[-1].middle
        # the curves meet at the first ranks: slopes beside them would cross there
        late = ranks >= np.sqrt(ranks[-1])
        _guide(axes, ranks[late], middle[late], exponent)
        ends.append(fig.LineEnd(ranks[-1], float(middle[-1]), f"α = {exponent:g}", color))
    return fig.label_line_ends(axes, ends)


def _loss(axes: fig.Axes, table: pd.DataFrame, bands: list[fig.Band]) -> fig.LineLabels:
    ends = []
    exponents = sorted(set(table["exponent"]))
    for exponent, color in zip(exponents, fig.CATEGORIES[: len(exponents)], strict=True):
        rows = table[table["exponent"] == exponent]
        time, losses = fig.replicate_curves(
            rows[rows["quantity"] == "loss"], point="point", value="value"
        )
        band = fig.log_band(losses, "loss")
        begin = max(int(np.argmax(band.middle < _SHOWN * band.middle[0])) - 1, 0)
        time, losses = time[begin:], losses[:, begin:]
        bands.append(fig.log_band(losses, "loss"))
        fig.draw_band(axes, time, bands[-1], color=color)
        learned = rows[rows["quantity"] == "time"].groupby("point")["value"].median().sort_values()
        # the window in which slopes are read: from the 5th direction to half of them
        first = min(4, len(learned) // 4)
        window = (time >= learned.iloc[first]) & (time <= learned.iloc[len(learned) // 2])
        if window.any():
            _guide(axes, time[window], bands[-1].middle[window], (1 - 2 * exponent) / exponent)
        ends.append(fig.LineEnd(time[-1], float(bands[-1].middle[-1]), f"α = {exponent:g}", color))
    return fig.label_line_ends(axes, ends)


def _guide(
    axes: fig.Axes,
    points: Float64[np.ndarray, " point"],
    curve: Float64[np.ndarray, " point"],
    slope: float,
) -> None:
    middle = len(points) // 2
    height = _GUIDE * curve[middle] * (points / points[middle]) ** slope
    axes.plot(points, height, color=fig.GREY, linewidth=0.8, dashes=(4, 2))
