"""Render step: losses of the coupled and the decoupled flow, and how far their times differ."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig

_MARGIN = 1.0  # percent, the claim's tolerance for the times


@fig.renders("kind", "run", "exponent", "direction", "time", "coupled", "decoupled")
def run(table: pd.DataFrame) -> fig.Figure:
    losses, emergence = (table[table["kind"] == kind] for kind in ("loss", "emergence"))
    if losses.empty or emergence.empty:
        raise ValueError("The table needs rows of the kinds 'loss' and 'emergence'.")
    learned = emergence.dropna(subset=["coupled", "decoupled"])
    runs = sorted(set(table["run"]))
    figure = fig.new_figure(fig.COLUMN, 3.7)
    above, below = figure.subplots(2, 1, height_ratios=[1.25, 1.0])
    fig.headline(figure, "Each direction learns as if it were alone")
    _draw_losses(above, losses[losses["run"] == runs[0]])
    _draw_differences(below, learned)
    seeds = f"{len(runs)} seeds" if len(runs) > 1 else "1 seed"
    never = len(emergence) - len(learned)
    missed = f"{never} of {len(emergence)}" if never else "none"
    amplitudes = fig.power("p", -float(emergence["exponent"].iloc[0]), "g")
    fig.footer(
        figure,
        f"Population flow, both from the same starts; aₚ ∝ {amplitudes}, the\n"
        "loss beyond the last direction in closed form. Above: the first of\n"
        f"{seeds}; below: all. Not learned by both: {missed}.",
    )
    return fig.settle(figure)


def _draw_losses(axes: fig.Axes, rows: pd.DataFrame) -> None:
    time = rows["time"].to_numpy(dtype=np.float64)
    axes.plot(time, rows["coupled"], color=fig.CATEGORIES[5], linewidth=3.2)
    axes.plot(time, rows["decoupled"], color=fig.INK, linewidth=0.9, linestyle=(0.0, (3.0, 1.5)))
    axes.set_xscale("log")
    axes.set_yscale("log")
    # the loss is flat before the first direction is learned
    falling = time[rows["coupled"].to_numpy() > 0.97 * rows["coupled"].max()]
    axes.set_xlim(0.6 * float(falling.max()), float(time.max()))
    axes.set_xlabel("optimization time ηt")
    axes.set_ylabel("loss")
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
    axes.axhline(0.0, color=fig.GREY, linewidth=0.6)
    axes.plot(
        learned["direction"],
        percent,
        linestyle="none",
        marker="o",
        markersize=2.2,
        color=fig.CATEGORIES[0],
        alpha=0.6,
        markeredgewidth=0,
    )
    axes.set_xscale("log")
    axes.set_ylim(-reach, reach)
    axes.set_yticks([-_MARGIN, 0.0, _MARGIN], [f"\N{MINUS SIGN}{_MARGIN:g}", "0", f"{_MARGIN:g}"])
    axes.text(
        0.99,
        _MARGIN,
        f"all within {_share(percent)} %; shaded: {_MARGIN:g} %",
        transform=axes.get_yaxis_transform(),
        ha="right",
        va="bottom",
        color=fig.GREY,
        fontsize="small",
    )
    axes.set_xlabel("rank p of the direction")
    axes.set_ylabel("difference of Tₚ (%)")
