"""Render step: R squared of tickets and controls, sparse teachers beside the dense one."""

import pandas as pd

from compsparse.figures import api as fig

_WORDS = {
    "dense": "dense network",
    "ticket": "ticket",
    "first_weights_drawn_anew": "new first weights",
    "mask_shuffled_within_units": "mask shuffled in units",
    "mask_shuffled_inputs": "inputs of mask permuted",
    "mask_shuffled_anywhere": "random mask",
}
_PANELS = {"sparse": "sparse", "dense": "dense", "own": "your own"}


@fig.renders("kind", "teacher", "run", "network", "score", "density")
def run(table: pd.DataFrame, *, headline: fig.Headline, draws: int) -> fig.Figure:
    """Each dot of a control is a mean over ``draws``; the axis is linear, as claims are."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    fig.headline(figure, headline)
    kinds = [kind for kind in _PANELS if kind in set(table["kind"])]
    panels = figure.subplots(1, len(kinds), sharex=True, sharey=True)
    names = list(_WORDS)[::-1]
    for axes, kind in zip(panels, kinds, strict=True):
        rows = table[table["kind"] == kind]
        styles = fig.name_groups(rows["teacher"].unique(), "{}", ordered=True)
        for place, (teacher, (_, color)) in enumerate(styles.items()):
            offset = 0.5 * ((place + 0.5) / len(styles) - 0.5)
            scores = rows[rows["teacher"] == teacher]
            shown = scores.assign(
                lost=1 - scores["score"], tick=scores["network"].map(names.index) - offset
            )
            fig.draw_dots(axes, shown, x="lost", y="tick", color=color, marker=".")
            means = shown.groupby("tick")["lost"].mean()
            axes.plot(means, means.index, "|", color=color, markersize=7)
        axes.set_title(_PANELS[kind])
        axes.set_xlim(left=-0.04)
        axes.set_xlabel("1 - R², test examples")
        fig.key(axes, list(styles.values()), corner="upper right")
    panels[0].set_yticks(range(len(names)), [_WORDS[name] for name in names])
    densities = table.groupby("kind")["density"].mean()
    fig.footer(
        figure,
        f"All but the dense network have the same number of weights, on average "
        f"{densities['sparse']:.1%} and {densities['dense']:.1%} of the\nfirst layer, and the same "
        f"steps and batches. Dots: {table['run'].nunique()} runs, of controls means of "
        f"{draws} draws; bars: means.",
    )
    return fig.settle(figure)
