"""Render step: losses of the coupled and the decoupled flow, and how far their times differ."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence import drawing

_MARGIN = 1.0  # percent, the claim's tolerance for the times


@fig.renders("kind", "run", "exponent", "direction", "time", "coupled", "decoupled")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    losses, emergence = drawing.rows_by(table, "kind", ("loss", "emergence"))
    learned = emergence.dropna(subset=["coupled", "decoupled"])
    runs = sorted(set(table["run"]))
    figure, (above, below) = drawing.panels(
        headline, fig.COLUMN, 3.7, 2, 1, height_ratios=[1.25, 1.0]
    )
    _draw_losses(above, losses[losses["run"] == runs[0]])
    _draw_differences(below, learned)
    never = len(emergence) - len(learned)
    missed = f"{never} of {len(emergence)}" if never else "none"
    amplitudes = fig.power("p", -float(emergence["exponent"].iloc[0]), "g")
    fig.footer(
        figure,
        f"Population flow, both from the same starts; aₚ ∝ {amplitudes}, the\n"
        "loss beyond the last direction in closed form. Above: the first of\n"
        f"{drawing.count_seeds(len(runs))}; below: all. Not learned by both: {missed}.",
    )
    return fig.settle(figure)


def _draw_losses(axes: fig.Axes, rows: pd.DataFrame) -> None:
    time = rows["time"].to_numpy(dtype=np.float64)
    axes.plot(time, rows["coupled"], color=fig.CATEGORIES[5], linewidth=3.2)
    axes.plot(time, rows["decoupled"], color=fig.INK, linewidth=0.9, linestyle=drawing.DASHES)
    drawing.log_axes(axes)
    # the loss is flat before the first direction is learned
    falling = time[rows["coupled"].to_numpy() > 0.97 * rows["coupled"].max()]
    axes.set_xlim(0.6 * float(falling.max()), float(time.max()))
    axes.set(xlabel="optimization time ηt", ylabel="loss")
    entries = [("whole network", fig.CATEGORIES[5]), ("dashed: directions on their own", fig.INK)]
    fig.key(axes, entries, corner="lower left")


def _share(percent: pd.Series) -> str:
    """Return the largest difference, rounded up to one digit."""
    largest = float(percent.abs().max())
    if largest == 0.0:
        return "0"
    unit = 10.0 ** np.floor(np.log10(largest))
    return f"{np.ceil(largest / unit) * unit:.1g}"


def _draw_differences(axes: fig.Axes, learned: pd.DataFrame) -> None:
    percent = 100.0 * (learned["coupled"] / learned["decoupled"] - 1.0)
    reach = max(1.4 * _MARGIN, 1.1 * float(percent.abs().max()))
    axes.axhspan(-_MARGIN, _MARGIN, color=fig.PALE, alpha=0.6, zorder=0)
    fig.mark_height(axes, 0.0)
    rows, color = learned.assign(percent=percent), fig.CATEGORIES[0]
    fig.draw_dots(axes, rows, x="direction", y="percent", color=color, **drawing.CROWDED)
    axes.set(xscale="log", ylim=(-reach, reach))
    fig.set_ticks(axes.yaxis, {-_MARGIN: f"−{_MARGIN:g}", 0.0: "0", _MARGIN: f"{_MARGIN:g}"})
    words = f"all within {_share(percent)} %; shaded: {_MARGIN:g} %"
    fig.write(axes, words, 0.99, _MARGIN, frame="y data", ha="right", va="bottom")
    axes.set(xlabel="rank p of the direction", ylabel="difference of Tₚ (%)")
