"""Render step: learning with the tokens between inputs and outputs, and without them.

Document 000, slides 'The power of next word prediction' and 'Summary'.
"""

import pandas as pd

from compsparse.figures import api as fig

_MODELS = {
    "tokens": "next tokens, linear",
    "carryless": "next tokens without carries, linear",
    "linear": "end to end, linear",
    "network": "end to end, network",
}
_WIDTH = 0.22  # of a bar; up to four share a task


@fig.renders("task", "bits", "model", "run", "exact_match")
def run(table: pd.DataFrame) -> fig.Figure:
    tasks = list(table[["task", "bits"]].drop_duplicates().itertuples(index=False, name=None))
    figure = fig.new_figure(fig.COLUMN, 2.6)
    axes = figure.subplots()
    fig.headline(figure, "Step by step beats learning end to end")
    colors = dict(zip(_MODELS, (fig.CATEGORIES[i] for i in (0, 3, 1, 2)), strict=True))
    for place, (task, bits) in enumerate(tasks):
        of_task = table[(table["task"] == task) & (table["bits"] == bits)]
        models = [model for model in _MODELS if model in set(of_task["model"])]
        for index, model in enumerate(models):
            color = colors[model]
            shares = of_task.loc[of_task["model"] == model, "exact_match"]
            center = place + (index - (len(models) - 1) / 2) * _WIDTH
            axes.bar(center, shares.mean(), _WIDTH * 0.9, color=color)
            axes.vlines(center, shares.min(), shares.max(), color="black", linewidth=0.8)
            axes.annotate(
                f"{shares.mean():.2f}",
                (center, shares.max()),
                (0, 2),
                textcoords="offset points",
                ha="center",
                va="bottom",
                fontsize=fig.SMALL_TEXT_SIZE,
                color=fig.for_text(color),
            )
    axes.axhline(0.5, color=fig.GREY, linestyle=(0.0, (3.0, 1.5)), linewidth=0.8, zorder=0)
    axes.set_xticks(range(len(tasks)), [f"{task},\n{bits} bits" for task, bits in tasks])
    axes.set_ylim(0, 1.6)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
    axes.grid(False, axis="x")
    axes.set_ylabel("share of new inputs all right")
    fig.key(axes, [(name, colors[model]) for model, name in _MODELS.items()])
    fig.footer(
        figure,
        f"{table['run'].nunique()} seeds; bar: mean; line: smallest to largest. Dashed: chance "
        "of one bit.\nSame examples, steps, and rates to choose from.",
    )
    return fig.settle(figure)
