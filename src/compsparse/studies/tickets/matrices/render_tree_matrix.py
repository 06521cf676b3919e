"""Render step: a tree beside its matrix."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.figures import api as fig


@fig.renders("start", "end", "weight")
def run(table: pd.DataFrame, *, headline: fig.Headline, nodes: Sequence[str]) -> fig.Figure:
    """``nodes`` give the order of rows and columns."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.9)
    fig.headline(figure, headline)
    left, right = figure.subplots(1, 2)
    weights = table.pivot(index="start", columns="end", values="weight").loc[
        list(nodes), list(nodes)
    ]
    edges = table[table["weight"] != 0]
    places = _places(nodes, edges)
    for edge in edges.itertuples():
        start, end = places[str(edge.start)], places[str(edge.end)]
        left.plot(*zip(start, end, strict=True), color=fig.GREY, linewidth=1, zorder=1)
        middle = np.mean([start, end], axis=0)
        outward = -1 if end[0] < start[0] else 1
        left.annotate(
            f"{edge.weight:g}",
            middle,
            xytext=(4 * outward, 2),
            textcoords="offset points",
            ha="right" if outward < 0 else "left",
        )
    for name, (x, y) in places.items():
        left.plot(x, y, "o", markersize=16, color=fig.CATEGORIES[0], zorder=2)
        left.annotate(name, (x, y), ha="center", va="center", color="white", zorder=3)
    left.margins(0.15)
    left.axis("off")
    right.imshow(weights.to_numpy() != 0, cmap="Blues", vmin=0, vmax=2)
    for (row, column), value in np.ndenumerate(weights.to_numpy()):
        if value:
            right.annotate(f"{value:g}", (column, row), ha="center", va="center")
    for axis in (right.xaxis, right.yaxis):
        fig.set_ticks(axis, dict(enumerate(nodes)))
    right.grid(visible=False)
    right.set(xlabel="to", ylabel="from")
    zeros = float((table["weight"] == 0).mean())
    fig.footer(
        figure,
        f"{len(edges)} of {len(table)} entries are edges, {zeros:.1%} are zero. The document "
        "prints no row D;\nit is one of the empty ones.",
    )
    return fig.settle(figure)


def _places(nodes: Sequence[str], edges: pd.DataFrame) -> dict[str, tuple[float, float]]:
    """Return where nodes are drawn: leaves evenly along the bottom, others above their children."""
    ends = {start: list(children) for start, children in edges.groupby("start")["end"]}
    places: dict[str, tuple[float, float]] = {}
    leaves = 0.0

    def place(name: str, depth: int) -> float:
        nonlocal leaves
        below = [place(end, depth + 1) for end in ends.get(name, [])]
        if below:
            across = float(np.mean(below))
        else:
            across, leaves = leaves, leaves + 1
        places[name] = (across, -float(depth))
        return across

    place(nodes[0], 0)
    return places
