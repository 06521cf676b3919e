"""Render step: physical trajectories as circuits (document 000, 'several of the puzzles')."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.circuits.finite_precision.dynamics.catalogue import SYSTEMS
from compsparse.studies.circuits.finite_precision.error_growth import bits_per_step


@fig.renders("part", "system", "run", "steps", "size", "accuracy", "mean_bits", "linear_bits")
def run(table: pd.DataFrame, *, first_step: int) -> fig.Figure:
    growth, accurate = (table[table["part"] == part] for part in ("growth", "accurate"))
    # up to the shorter of the systems' horizons
    growth = growth[growth["steps"] <= growth.groupby("system")["steps"].max().min()]
    accuracy = int(accurate["accuracy"].max())
    figure = fig.new_figure(fig.COLUMN, 4.2)
    above, below = figure.subplots(2, 1)
    fig.headline(figure, "Chaos costs bits per step; size stays polynomial")
    bands, lost = _panel(above, growth, "mean_bits", first_step)
    _predict(above, growth)
    above.set_ylabel("bits lost to rounding")
    above.set_xlabel("time steps")
    more, sizes = _panel(below, accurate, "size", first_step)
    below.set_xscale("log", base=2)
    below.set_yscale("log")
    below.set_ylabel("gates at one accuracy")
    below.set_xlabel("time steps")
    ticks = sorted(accurate["steps"].unique())
    below.set_xticks(ticks, [str(tick) for tick in ticks])
    fig.footer(
        figure,
        "Above: mean log₂ of the error in units of the last place; dotted: linearised map;\n"
        f"slope from step {first_step} on. Below: circuits precise to "
        f"2{fig.superscript(-accuracy)}.\n"
        f"{fig.band_note([*bands, *more])}",
    )
    return fig.settle(figure, fig.label_line_ends(above, lost), fig.label_line_ends(below, sizes))


def _panel(
    axes: fig.Axes, rows: pd.DataFrame, column: str, first_step: int
) -> tuple[list[fig.Band], list[fig.LineEnd]]:
    bands, ends = [], []
    systems = rows.groupby("system", sort=False)
    for (name, curves), color in zip(systems, fig.CATEGORIES[: len(systems)], strict=True):
        steps, values = fig.replicate_curves(curves, point="steps", value=column)
        bands.append(fig.log_band(values, "size") if column == "size" else fig.mean_band(values))
        middle = bands[-1].middle
        fig.draw_band(axes, steps, bands[-1], color=color)
        system = SYSTEMS[str(name)]
        if column == "size":
            slope = np.polyfit(np.log(steps), np.log(middle), 1)[0]
            text = f"{system.label}\nslope {slope:.2f}"
        elif system.chaotic:
            rise = bits_per_step(curves, first_step).mean()
            text = f"{system.label}\n{rise:.3f} bits per step"
        else:
            text = system.label
        ends.append(fig.LineEnd(float(steps[-1]), float(middle[-1]), text, color))
    return bands, ends


def _predict(axes: fig.Axes, growth: pd.DataFrame) -> None:
    for name, rows in growth.groupby("system", sort=False):
        if SYSTEMS[str(name)].chaotic:
            means = rows.groupby("steps")["linear_bits"].mean()
            axes.plot(means.index, means, color=fig.GREY, linestyle=":", linewidth=1.0)
