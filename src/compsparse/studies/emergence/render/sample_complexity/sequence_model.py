"""Render step: exact risks of thresholding a power-law sequence, by the number of samples.

Document 003, part I, 'Remark on Discretization': the rates known for weak l_p balls.
"""

import pandas as pd
from matplotlib.figure import Figure

from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import footer, headline
from compsparse.figures.colors import CATEGORIES
from compsparse.figures.labels import LineEnd, label_line_ends
from compsparse.figures.numbers import in_type
from compsparse.figures.reading import read_result
from compsparse.figures.theme import COLUMN, theme
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.emergence.render.sample_complexity.captions import beta

COLUMNS = ("exponent", "samples", "ideal", "soft")


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``emergence_sequence_model``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    with theme():
        figure = new_figure(COLUMN, 2.7)
        axes = figure.subplots()
        headline(figure, "The known rate is n^((1 − 2β) / 2β)")
        ends = []
        for (exponent, rows), color in zip(table.groupby("exponent"), CATEGORIES, strict=False):
            value = float(str(exponent))
            slope = (1 - 2 * value) / (2 * value)
            last = rows.iloc[-1]
            axes.plot(rows["samples"], rows["ideal"], color=color)
            axes.plot(rows["samples"], rows["soft"], color=color, linestyle="--")
            text = f"{beta(value)}, theory {in_type(slope, '.2g')}"
            ends.append(LineEnd(float(last["samples"]), float(last["ideal"]), text, color))
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel("samples n = 1 / variance of the noise")
        axes.set_ylabel("risk")
        footer(
            figure,
            "Exact, no seeds. Solid: keep exactly the coordinates that pay;\n"
            "dashed: soft thresholding at √(2 ln n / n).",
        )
        return settle(figure, label_line_ends(axes, ends))
