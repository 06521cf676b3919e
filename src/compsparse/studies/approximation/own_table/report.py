"""What is said about a table of one's own, and its picture."""

import numpy as np
from jaxtyping import Float64

from compsparse.figures import api as fig
from compsparse.studies.approximation.own_table.best_wiring import Node, best_wiring, splits

_SHOWN = 5  # splits that are printed


def written(node: Node, names: list[str]) -> str:
    """Return a tree in brackets, with the channels above each set that is no single variable."""
    if node.parts is None:
        return names[node.variables[0]]
    inside = " ".join(written(part, names) for part in node.parts)
    return f"({inside})" if node.channels == 0 else f"({inside}):{node.channels}"


def describe(names: list[str], values: Float64[np.ndarray, "*place"], error: float) -> str:
    """Return what to print."""
    found = splits(values, error)
    fewest, most = found[0][1], found[-1][1]
    middle = found[len(found) // 2][1]
    lines = [
        f"{values.ndim} variables, {values.size} places; channels for an error of {error:g} of the "
        "variance",
        f"best wiring: {written(best_wiring(values, error), names)}",
        f"channels above a half: {fewest} in the best of {len(found)} splits, {middle} in the "
        f"median one, {most} in the worst",
        *(
            f"  {number:>6}  {' '.join(names[at] for at in half)}"
            for half, number in found[:_SHOWN]
        ),
    ]
    if middle < 2 * fewest:
        lines.append("Most splits need about as many: this table prefers no wiring.")
    return "\n".join(lines)


def draw(names: list[str], values: Float64[np.ndarray, "*place"], error: float) -> fig.Figure:
    """Return the picture: channels of all splits, sorted."""
    found = splits(values, error)
    numbers = [number for _, number in found]
    figure = fig.new_figure(fig.COLUMN, 2.8)
    fig.headline(figure, "Channels that each wiring needs")
    axes = figure.subplots()
    places = np.arange(1, len(numbers) + 1)
    axes.plot(places, numbers, color=fig.INK, marker="o", markersize=3, linewidth=0.8)
    axes.set_ylim(0, None)
    axes.set_xlabel("splits of the variables into halves, sorted")
    axes.set_ylabel("channels")
    wiring = written(best_wiring(values, error), names)
    fig.footer(figure, f"Ranks for an error of {error:g} of the variance.\nBest: {wiring}")
    return fig.settle(figure)
