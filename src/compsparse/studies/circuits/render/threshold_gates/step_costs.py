"""Render step: threshold gates for one Boolean gate, by its number of sources.

Document 000, slide 'Proof', Theorem 1, step 2.
"""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import footer, headline
from compsparse.figures.colors import CATEGORIES
from compsparse.figures.labels import LineEnd, label_line_ends
from compsparse.figures.reading import read_result
from compsparse.figures.theme import COLUMN, theme
from compsparse.steps import Inputs, Outputs, Params

COLUMNS = ("kind", "sources", "gates", "edges", "depth")

# OR lies on AND; NOT and MAJORITY have one number of sources each
_CURVES = (("xor", "XOR", CATEGORIES[1]), ("and", "AND, OR", CATEGORIES[0]))


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``circuits_step_costs``; no parameters.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    ends = []
    with theme():
        figure = new_figure(COLUMN, 2.3)
        axes = figure.subplots()
        headline(figure, "XOR alone costs more than one threshold gate")
        for kind, text, color in _CURVES:
            rows = table[table["kind"] == kind].sort_values("sources")
            sources = rows["sources"].to_numpy(dtype=np.float64)
            gates = rows["gates"].to_numpy(dtype=np.float64)
            axes.plot(sources, gates, color=color, marker="o")
            ends.append(LineEnd(float(sources[-1]), float(gates[-1]), text, color))
        axes.set_ylim(bottom=0)
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("sources r of the Boolean gate")
        axes.set_ylabel("threshold gates")
        footer(
            figure,
            "Exact. NOT and MAJORITY are one gate too. XOR takes ⌊r/2⌋ + 1 gates in two\n"
            "levels; two for r = 2, since no single gate is an XOR.",
        )
        return settle(figure, label_line_ends(axes, ends))
