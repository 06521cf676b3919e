"""Render step: size of the exact network on factor embeddings (document 004, Appendix A)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.losses import one_panel
from compsparse.studies.factorial.drawing.notation import typeset

_STYLES = {
    "probabilities": ("table: N M", fig.GREY),
    "learned_embedding_parameters": ("learned embedding:\nAC (N + M)", fig.CATEGORIES[0]),
    "parameters": ("factor embedding:\nfactors and states", fig.CATEGORIES[1]),
}
_SPACES = ("input_factors", "output_factors")


@fig.renders(*_SPACES, "parents", *_STYLES, "max_abs_error", "rounding_bound")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    ratio = (table["max_abs_error"] / table["rounding_bound"]).max()
    shown = table[table["probabilities"] == table["probabilities"].max()]
    inputs, outputs = (typeset(str(shown[name].iloc[0])) for name in _SPACES)
    figure, axes = one_panel(headline, 2.5)
    axes.set_title(f"inputs {inputs}; outputs {outputs}")
    ends = []
    for column, (text, color) in _STYLES.items():
        # equal for all graphs of one number of parents
        sizes = shown.groupby("parents")[column].mean()
        axes.plot(sizes.index, sizes, color=color, marker="o")
        ends.append(fig.LineEnd(float(sizes.index[-1]), float(sizes.iloc[-1]), text, color))
    axes.margins(x=0.05, y=0.12)
    axes.set(yscale="log", xlabel="parents of each output factor", ylabel="parameters")
    axes.set_xticks(sorted(set(shown["parents"])))
    fig.footer(
        figure,
        f"{len(table)} graphs of {table['input_factors'].nunique()} spaces: log p is off by "
        f"at most {ratio:.1g} of its rounding bound.",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))
