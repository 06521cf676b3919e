"""Render step: steps on small and on large batches."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("batch", "target", "run", "steps", "learned")
def run(table: pd.DataFrame, *, steps: int) -> fig.Figure:
    """A row for each target, a color for each size of batches."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.4)
    fig.headline(figure, "Do larger batches find what smaller ones do not?")
    axes = figure.subplots()
    names = [name.replace("_", " ") for name in reversed(list(dict.fromkeys(table["target"])))]
    keyed = []
    for place, (batch, color) in enumerate(
        zip(sorted(set(table["batch"])), fig.CATEGORIES, strict=False)
    ):
        rows = table[table["batch"] == batch]
        targets = rows["target"].str.replace("_", " ").map(names.index)
        hollow = ~rows["learned"].to_numpy(dtype=bool)
        beside = rows.assign(place=targets + 0.15 - 0.3 * place)
        fig.draw_dots(axes, beside, x="steps", y="place", color=color, hollow=hollow)
        keyed.append((f"batches of {batch}", color))
    fig.set_ticks(axes.yaxis, dict(enumerate(names)))
    axes.set(xscale="log", xlabel="steps to a tenth of the variance", ylim=(-0.6, len(names)))
    fig.key(axes, keyed, corner="upper left")
    seeds = f"{table['run'].nunique()} seeds, a dot for each at its best rate."
    fig.footer(figure, f"{seeds} Hollow: not within {steps:,} steps.")
    return fig.settle(figure)
