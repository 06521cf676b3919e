"""Render step: unseen loss of a second task by its embedding's origin (document 004, Section 5)."""

from typing import Any

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.losses import geometric_mean, one_panel

# from bottom to top
_NAMES = {
    "untrained": "random vectors",
    "incompatible": "learned on task 1,\nrows permuted",
    "compatible": "learned on task 1",
    "oracle": "sum of factor\nvectors",
}
_SPACING = 0.22  # of the distance between two rows


@fig.renders("embedding", "seen_fraction", "run", "loss")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    fractions = sorted(set(table["seen_fraction"]))
    styles = fig.name_groups(fractions, "{:.0%} of inputs seen")
    figure, axes = one_panel(headline, 2.5)
    for index, (fraction, (_, color)) in enumerate(styles.items()):
        offset = _SPACING * ((len(fractions) - 1) / 2 - index)
        rows = table[table["seen_fraction"] == fraction]
        for place, name in enumerate(_NAMES):
            dots = rows[rows["embedding"] == name].assign(place=place + offset)
            style: dict[str, Any] = {"markersize": 2.5, "markeredgewidth": 0, "alpha": 0.55}
            fig.draw_dots(axes, dots, x="loss", y="place", color=color, **style)
            mean = geometric_mean(dots["loss"])
            axes.plot(mean, place + offset, "|", markersize=9, color=color, mew=1.8)
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(fig.LogLocator(subs=(1.0, 3.0)))
    axes.xaxis.set_major_formatter(fig.FuncFormatter(lambda loss, _: f"{loss:g}"))
    axes.xaxis.set_minor_formatter(fig.NullFormatter())
    axes.set_yticks(range(len(_NAMES)), list(_NAMES.values()))
    axes.set_ylim(-0.5, len(_NAMES) - 0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
    axes.set(xlabel="loss on unseen inputs of task 2 (KL, nats)", ylabel="embedding of the inputs")
    fig.key(axes, list(styles.values()), corner="lower left")
    seeds = table["run"].nunique()
    fig.footer(figure, f"{seeds} seeds: small dots; bar: their geometric mean.")
    return fig.settle(figure)
