"""Render step: scores of tickets and controls, sparse teachers beside the dense one."""

import pandas as pd

from compsparse.figures import api as fig

_WORDS = {
    "dense": "dense network",
    "ticket": "ticket",
    "first_weights_drawn_anew": "first weights drawn anew",
    "mask_shuffled_within_units": "mask shuffled in units",
    "mask_shuffled_inputs": "inputs of mask permuted",
    "mask_shuffled_anywhere": "random mask",
}


_PANELS = {"sparse": "sparse", "dense": "dense", "own": "your own"}


@fig.renders("kind", "teacher", "run", "network", "score", "density")
def run(table: pd.DataFrame, draws: int) -> fig.Figure:
    """``draws`` of each control stand behind its dot."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    fig.headline(figure, "Tickets win, most where the target is sparse")
    kinds = [of for of in _PANELS if of in set(table["kind"])]
    panels = figure.subplots(1, len(kinds), sharex=True, sharey=True)
    names = list(_WORDS)[::-1]
    for axes, kind in zip(panels, kinds, strict=True):
        rows = table[table["kind"] == kind]
        teachers = list(dict.fromkeys(rows["teacher"]))
        colors = dict(zip(teachers, fig.sequential(len(teachers)), strict=True))
        for place, teacher in enumerate(teachers):
            shift = 0.5 * ((place + 0.5) / len(teachers) - 0.5)
            inside = rows[rows["teacher"] == teacher]
            for at, name in enumerate(names):
                lost = 1 - inside[inside["network"] == name]["score"]
                color = colors[teacher]
                axes.plot(lost, [at - shift] * len(lost), ".", markersize=3, color=color)
                axes.plot(lost.mean(), at - shift, "|", markersize=7, color=color)
        axes.set_title(_PANELS[kind])
        axes.set_xscale("log")
        axes.set_xlabel("1 - R², fresh examples")
        fig.key(axes, [(of, colors[of]) for of in teachers], corner="upper right")
    panels[0].set_yticks(range(len(names)), [_WORDS[of] for of in names])
    shares = table.groupby("kind")["density"].mean()
    fig.footer(
        figure,
        f"All with equally many weights, {shares['sparse']:.1%} and {shares['dense']:.1%} of the "
        "first layer on average, but the dense network;\nequally many steps, the same batches. "
        f"Dots: {table['run'].nunique()} runs, of controls means of {draws} draws; bars: means.",
    )
    return fig.settle(figure)
