"""Render step: size of the exact network on factor embeddings against that of the table.

Document 004, Section 3.1 and Appendix A.
"""

import pandas as pd
from matplotlib.figure import Figure

from compsparse.figures.canvas import new_figure, settle
from compsparse.figures.captions import footer, headline
from compsparse.figures.colors import CATEGORIES
from compsparse.figures.labels import LineEnd, label_line_ends
from compsparse.figures.reading import read_result
from compsparse.figures.theme import COLUMN, GREY, theme
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.factorial.render.notation import typeset

COLUMNS = (
    "input_factors",
    "output_factors",
    "parents",
    "parameters",
    "learned_embedding_parameters",
    "probabilities",
    "max_abs_error",
    "rounding_bound",
)

_LINES = (
    ("probabilities", "table: N M", GREY, "-"),
    ("learned_embedding_parameters", "learned embedding:\nAC (N + M)", CATEGORIES[0], "-"),
    ("parameters", "factor embedding:\nfactors and states", CATEGORIES[1], "-"),
)


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the table of the result ``factorial_compatible_construction``; no parameters.

    The largest space of the table is shown.

    Raises:
        ArtifactError: the table cannot be read.
        ValueError: the table lacks a column or rows.
    """
    figure = _draw(read_result(inputs, params, COLUMNS))
    return {"svg": figure, "png": figure}


def _draw(table: pd.DataFrame) -> Figure:
    ratio = (table["max_abs_error"] / table["rounding_bound"]).max()
    shown = table[table["probabilities"] == table["probabilities"].max()]
    spaces = [typeset(str(shown[name].iloc[0])) for name in ("input_factors", "output_factors")]
    with theme():
        figure = new_figure(COLUMN, 2.5)
        axes = figure.subplots()
        headline(figure, "Exact networks far smaller than the table")
        axes.set_title(f"inputs {spaces[0]}; outputs {spaces[1]}")
        ends = []
        for column, text, color, dashes in _LINES:
            # equal for all graphs of one number of parents
            sizes = shown.groupby("parents")[column].mean()
            axes.plot(sizes.index, sizes, color=color, linestyle=dashes, marker="o")
            ends.append(LineEnd(float(sizes.index[-1]), float(sizes.iloc[-1]), text, color))
        axes.set_yscale("log")
        axes.set_xticks(sorted(set(shown["parents"])))
        axes.margins(x=0.05, y=0.12)
        axes.set_xlabel("parents of each output factor")
        axes.set_ylabel("parameters")
        footer(
            figure,
            f"{len(table)} graphs of {table['input_factors'].nunique()} spaces: log p is off by "
            f"at most {ratio:.1g} of its rounding bound.",
        )
        return settle(figure, label_line_ends(axes, ends))
