"""Render step: emergence times of online SGD against those of the flow, and a run's alignments."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import CROWDED, count_seeds, log_axes, panels, rows_by

_BAND = (0.8, 1.25)  # of the ratio of times
_MOST_CURVES = 4
_DASHES = (0.0, (2.0, 1.2))


@fig.renders("kind", "order", "run", "direction", "time", "flow", "online", "compared", "failed")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    emergence, curves = rows_by(table, "kind", ("emergence", "alignment"))
    compared = emergence[emergence["compared"].astype(bool)]
    learned = compared.dropna(subset=["flow", "online"])
    figure, (left, right) = panels(
        headline, fig.COLUMN_AND_A_HALF, 2.75, 1, 2, width_ratios=[1.0, 1.15]
    )
    _draw_times(left, learned)
    labels = _draw_alignments(right, curves[curves["order"] == curves["order"].iloc[0]])
    runs = emergence.groupby("order")["run"].nunique()
    overflowed = emergence[emergence["failed"].astype(bool)]
    failed = len(overflowed.drop_duplicates(["order", "run"]))
    seeds = " and ".join(f"{count_seeds(count)} (k = {order})" for order, count in runs.items())
    fig.footer(
        figure,
        f"{seeds}, both from the same starts; grey: ratio {_BAND[0]:g} to {_BAND[1]:g}.\n"
        f"Of {len(compared)} directions that the flow learns in time, SGD misses "
        f"{len(compared) - len(learned)}; {len(emergence) - len(compared)} come too late to\n"
        f"compare, or are aligned at the start. Overflowed runs of SGD: {failed}. "
        "Right: the first seed.",
    )
    return fig.settle(figure, labels)


def _draw_times(axes: fig.Axes, learned: pd.DataFrame) -> None:
    times = learned[["flow", "online"]].to_numpy(dtype=np.float64)
    ends = np.array([0.8, 1.25]) * (times.min(), times.max())
    axes.fill_between(ends, _BAND[0] * ends, _BAND[1] * ends, color=fig.PALE, linewidth=0)
    axes.plot(ends, ends, color=fig.GREY, linewidth=0.7)
    styles = fig.name_groups(sorted(set(learned["order"])), "k = {}")
    for order, (_, color) in styles.items():
        rows = learned[learned["order"] == order]
        fig.draw_dots(axes, rows, x="flow", y="online", color=color, **CROWDED)
    log_axes(axes)
    axes.set(xlim=ends, ylim=ends, title="times of emergence ηt")
    axes.set(xlabel="population flow", ylabel="online SGD")
    for axis in (axes.xaxis, axes.yaxis):  # about two decades: powers alone would be few
        axis.set_major_locator(fig.LogLocator(subs=(1.0, 3.0)))
        axis.set_major_formatter(fig.FuncFormatter(lambda time, _: f"{time:g}"))
        axis.set_minor_locator(fig.NullLocator())
    fig.key(axes, list(styles.values()))


def _draw_alignments(axes: fig.Axes, rows: pd.DataFrame) -> fig.LineLabels:
    directions = set(rows["direction"].astype(int))
    chosen = [2**power for power in range(_MOST_CURVES) if 2**power in directions]
    ends = []
    for direction, color in zip(chosen, fig.sequential(len(chosen))[::-1], strict=True):
        curve = rows[rows["direction"] == direction]
        axes.plot(curve["time"], curve["online"], color=color)
        axes.plot(curve["time"], curve["flow"], color=fig.INK, linewidth=0.9, linestyle=_DASHES)
        known = curve.dropna(subset=["online"]).iloc[-1]
        end = (float(known["time"]), float(known["online"]))
        ends.append(fig.LineEnd(*end, f"p = {direction}", color))
    latest = float(rows["time"].max())
    axes.set(xscale="log", xlim=(latest / 100, latest), ylim=(0.0, 1.05), yticks=[0.0, 0.5, 1.0])
    axes.set_title(f"k = {int(rows['order'].iloc[0])}; dashed: flow, solid: SGD")
    axes.set(xlabel="optimization time ηt", ylabel="largest overlap²")
    return fig.label_line_ends(axes, ends)
