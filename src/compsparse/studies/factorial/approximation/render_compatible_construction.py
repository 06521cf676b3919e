"""Render step: size of the exact network on factor embeddings (document 004, Appendix A)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.notation import typeset

_LINES = (
    ("probabilities", "table: N M", fig.GREY, "-"),
    ("learned_embedding_parameters", "learned embedding:\nAC (N + M)", fig.CATEGORIES[0], "-"),
    ("parameters", "factor embedding:\nfactors and states", fig.CATEGORIES[1], "-"),
)


@fig.renders(
    "input_factors",
    "output_factors",
    "parents",
    "parameters",
    "learned_embedding_parameters",
    "probabilities",
    "max_abs_error",
    "rounding_bound",
)
def run(table: pd.DataFrame) -> fig.Figure:
    ratio = (table["max_abs_error"] / table["rounding_bound"]).max()
    shown = table[table["probabilities"] == table["probabilities"].max()]
    spaces = [typeset(str(shown[name].iloc[0])) for name in ("input_factors", "output_factors")]
    figure = fig.new_figure(fig.COLUMN, 2.5)
    axes = figure.subplots()
    fig.headline(figure, "Exact networks far smaller than the table")
    axes.set_title(f"inputs {spaces[0]}; outputs {spaces[1]}")
    ends = []
    for column, text, color, dashes in _LINES:
        # equal for all graphs of one number of parents
        sizes = shown.groupby("parents")[column].mean()
        axes.plot(sizes.index, sizes, color=color, linestyle=dashes, marker="o")
        ends.append(fig.LineEnd(float(sizes.index[-1]), float(sizes.iloc[-1]), text, color))
    axes.set_yscale("log")
    axes.set_xticks(sorted(set(shown["parents"])))
    axes.margins(x=0.05, y=0.12)
    axes.set_xlabel("parents of each output factor")
    axes.set_ylabel("parameters")
    fig.footer(
        figure,
        f"{len(table)} graphs of {table['input_factors'].nunique()} spaces: log p is off by "
        f"at most {ratio:.1g} of its rounding bound.",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))
