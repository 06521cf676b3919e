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


@fig.renders("dense_teacher", "arity", "run", "network", "score", "density")
def run(table: pd.DataFrame) -> fig.Figure:
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    fig.headline(figure, "Tickets win where the target is sparse")
    panels = figure.subplots(1, 2, sharey=True)
    names = list(_WORDS)[::-1]
    arities = sorted(table["arity"].unique())
    colors = dict(zip(arities, fig.sequential(len(arities)), strict=True))
    for axes, dense in zip(panels, (False, True), strict=True):
        rows = table[table["dense_teacher"] == dense]
        of = sorted(rows["arity"].unique())
        for place, arity in enumerate(of):
            shift = 0.5 * ((place + 0.5) / len(of) - 0.5)
            inside = rows[rows["arity"] == arity]
            for at, name in enumerate(names):
                scores = 1 - inside[inside["network"] == name]["score"]
                axes.plot(
                    scores, [at - shift] * len(scores), ".", markersize=3, color=colors[arity]
                )
                axes.plot(scores.mean(), at - shift, "|", markersize=7, color=colors[arity])
        words = ", ".join(f"{arity:g}" for arity in of)
        axes.set_title(f"arity {words}: {'dense' if dense else 'sparse'}")
        axes.set_xscale("log")
        axes.set_xlabel("1 - R², fresh examples")
    panels[0].set_yticks(range(len(names)), [_WORDS[of] for of in names])
    fig.key(panels[0], [(f"arity {of:g}", colors[of]) for of in arities], corner="upper right")
    shares = table.groupby("dense_teacher")["density"].mean()
    fig.footer(
        figure,
        f"All with equally many weights, {shares[False]:.1%} and {shares[True]:.1%} of the first "
        "layer on average, but the dense network;\nequally many steps, the same batches. "
        f"Dots: {table['run'].nunique()} runs; bars: means.",
    )
    return fig.settle(figure)
