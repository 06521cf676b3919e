"""Render step: times and loss at k = 2 (document 003, Part I, remarks on the edge case)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import draw_power, geometric_means, log_axes, panels
from compsparse.studies.emergence.edge_cases import rank_axes

_GUIDE = 1.5  # times the curve: a slope is drawn beside, not on it
_SHOWN = 0.97  # of the first loss: before that the curve is flat


@fig.renders("exponent", "run", "unlearned", "quantity", "point", "value")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    figure, (left, right) = panels(headline, fig.COLUMN_AND_A_HALF, 2.5, 1, 2)
    by_rank, losses = (table[table["quantity"] == name] for name in ("time", "loss"))
    times = rank_axes.shared_points(by_rank, "exponent")
    exponents = sorted(set(table["exponent"]))
    falls = []
    for exponent in exponents:
        ranks, middle = geometric_means(times[times["exponent"] == exponent], "point", "value")
        # the curves meet at the first ranks: slopes beside them would cross there
        late = ranks >= np.sqrt(ranks[-1])
        draw_power(left, ranks[late], middle[late], exponent, beside=_GUIDE)
        rows = losses[losses["exponent"] == exponent]
        time, middle = geometric_means(rows, "point", "value")
        begin = max(int(np.argmax(middle < _SHOWN * middle[0])) - 1, 0)
        falls.append(rows[rows["point"] >= time[begin]])
        learned = by_rank[by_rank["exponent"] == exponent].groupby("point")["value"].median()
        # the window in which slopes are read: from the 5th direction to half of them
        opens, closes = learned.sort_values().iloc[[min(4, len(learned) // 4), len(learned) // 2]]
        window = (time >= opens) & (time <= closes) & (time >= time[begin])
        if window.any():
            slope = (1 - 2 * exponent) / exponent
            draw_power(right, time[window], middle[window], slope, beside=_GUIDE)
    styles = fig.name_groups(exponents, "α = {:g}")
    labels, bands = [], []
    for axes, rows in ((left, times), (right, pd.concat(falls))):
        curves = fig.draw_curves(
            axes, rows, x="point", y="value", by="exponent", styles=styles, geometric=True
        )
        labels.append(fig.label_line_ends(axes, curves.ends))
        bands += curves.bands
    log_axes(left, right)
    left.set(xlabel="rank p of the direction", ylabel="time until half is learned")
    left.set_title(f"dashed: p{fig.raised('α')}")
    rank_axes.set_rank_ticks(left, by_rank["point"].max())
    right.xaxis.set_minor_formatter(fig.NullFormatter())
    right.set(xlabel="time t of the flow", ylabel="loss")
    right.set_title(f"dashed: t{fig.raised('(1-2α)/α')}")
    fig.footer(
        figure,
        f"k = 2, population flow (Riccati equation), amplitudes p{fig.raised('-α')}; the "
        f"teacher's tail is in the\nloss. {fig.band_note(bands)}{rank_axes.unlearned(table)}",
    )
    return fig.settle(figure, *labels)
