"""Render step: what the trajectory of a physical system costs as a circuit.

Document 000, slide 'Compositional Sparsity answers several of the puzzles of Deep Learning'.
"""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from compsparse.figures.bands import Band, draw_band, log_band, mean_band
from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import band_note, footer, headline
from compsparse.figures.colors import CATEGORIES
from compsparse.figures.labels import LineEnd, label_line_ends
from compsparse.figures.reading import read_result
from compsparse.figures.replicates import replicate_curves
from compsparse.figures.theme import COLUMN, theme
from compsparse.figures.ticks import superscript
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.circuits.dynamics.catalogue import SYSTEMS

COLUMNS = ("part", "system", "run", "steps", "size", "accuracy", "mean_bits")


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``circuits_physical_system``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    growth, accurate = (table[table["part"] == part] for part in ("growth", "accurate"))
    # until the horizon of the system that is followed for the shorter time
    growth = growth[growth["steps"] <= growth.groupby("system")["steps"].max().min()]
    accuracy = int(accurate["accuracy"].max())
    with theme():
        figure = new_figure(COLUMN, 4.2)
        above, below = figure.subplots(2, 1)
        headline(figure, "Chaos costs bits per step; size stays polynomial")
        bands, lost = _panel(above, growth, "mean_bits")
        above.set_ylabel("bits lost to rounding")
        above.set_xlabel("time steps")
        more, sizes = _panel(below, accurate, "size")
        below.set_xscale("log", base=2)
        below.set_yscale("log")
        below.set_ylabel("gates at one accuracy")
        below.set_xlabel("time steps")
        ticks = sorted(accurate["steps"].unique())
        below.set_xticks(ticks, [str(tick) for tick in ticks])
        footer(
            figure,
            "Above: mean log₂ of the error in units of the last place. Below: circuits precise\n"
            f"enough for a final error of 2{superscript(-accuracy)}.\n{band_note([*bands, *more])}",
        )
        return settle(figure, label_line_ends(above, lost), label_line_ends(below, sizes))


def _panel(axes: Axes, rows: pd.DataFrame, column: str) -> tuple[list[Band], list[LineEnd]]:
    bands, ends = [], []
    for (name, of_system), color in zip(
        rows.groupby("system", sort=False), CATEGORIES, strict=False
    ):
        steps, values = replicate_curves(of_system, point="steps", value=column)
        bands.append(log_band(values, "size") if column == "size" else mean_band(values))
        middle = bands[-1].middle
        draw_band(axes, steps, bands[-1], color=color)
        system = SYSTEMS[str(name)]
        if column == "size":
            slope = np.polyfit(np.log(steps), np.log(middle), 1)[0]
            text = f"{system.label}\nslope {slope:.2f}"
        else:
            rise = (middle[-1] - middle[len(middle) // 3]) / (steps[-1] - steps[len(steps) // 3])
            text = f"{system.label}\n{rise:.2f} bits a step" if system.chaotic else system.label
        ends.append(LineEnd(float(steps[-1]), float(middle[-1]), text, color))
    return bands, ends
