"""Render step: parameters of published models by component, in all and for a token."""

import pandas as pd

from compsparse.figures import api as fig

_PARTS = {
    "embedding": ("embedding and output", fig.CATEGORIES[6]),
    "output": ("", fig.CATEGORIES[6]),
    "attention": ("attention", fig.CATEGORIES[0]),
    "dense layers": ("dense layers", fig.CATEGORIES[5]),
    "shared experts": ("shared experts", fig.CATEGORIES[2]),
    "routed experts": ("routed experts", fig.CATEGORIES[1]),
    "routers": ("routers, normalizations", fig.GREY),
    "normalizations": ("", fig.GREY),
}


@fig.renders("model", "part", "count", "active")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    """Two bars of shares for each model, with their numbers."""
    models = list(dict.fromkeys(table["model"]))
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 1.3 + 0.36 * len(models))
    fig.headline(figure, headline)
    axes = figure.subplots()
    for row, model in enumerate(reversed(models)):
        counts = table[table["model"] == model].set_index("part")
        for column, shift, words in (("count", 0.2, "all"), ("active", -0.2, "for a token")):
            left, whole = 0.0, float(counts.loc["total", column])
            for part, (label, color) in _PARTS.items():
                share = float(counts.loc[part, column]) / whole
                named = label if row == 0 and column == "count" else ""
                axes.barh(row + shift, share, left=left, height=0.34, color=color, label=named)
                left += share
            text = f"{whole / 1e9:.4g} billion, {words}"
            fig.write(axes, text, 1.01, row + shift, frame="y data", va="center")
    fig.set_ticks(axes.yaxis, {row: m.replace("_", " ") for row, m in enumerate(reversed(models))})
    axes.set(xlim=(0, 1), xlabel="share of the parameters")
    axes.grid(visible=False)
    size = fig.SMALL_TEXT_SIZE
    axes.legend(
        loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, frameon=False, fontsize=size
    )
    fig.footer(figure, "Counted from published configurations; for a token without the embedding.")
    return fig.settle(figure)
