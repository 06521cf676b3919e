"""The printed report on a user's table."""

import numpy as np
from jaxtyping import Float64

from compsparse.studies.approximation.own_table.best_wiring import Node, Split

_SHOWN = 5  # splits that are printed


def written(node: Node, names: list[str]) -> str:
    """Return a tree in brackets, with the channels above each set of several variables."""
    if node.parts is None:
        return names[node.variables[0]]
    parts = " ".join(written(part, names) for part in node.parts)
    return f"({parts})" if node.channels == 0 else f"({parts}):{node.channels}"


def describe(
    names: list[str],
    values: Float64[np.ndarray, "*place"],
    error: float,
    found: list[Split],
    tree: Node,
) -> list[str]:
    """Return the lines of the report on the splits, fewest channels first, and the tree."""
    first = (
        f"{values.ndim} variables, {values.size} places; channels for an error of {error:g} of the "
        "variance"
    )
    fewest, most = found[0][1], found[-1][1]
    if len(found) == 1:
        return [first, f"channels between {' and '.join(names)}: {fewest}"]
    middle = found[len(found) // 2][1]
    lines = [
        first,
        f"best wiring: {written(tree, names)}",
        f"channels above a half: {fewest} in the best of {len(found)} splits, {middle} in the "
        f"median one, {most} in the worst",
        *(
            f"  {number:>6}  {' '.join(names[variable] for variable in half)}"
            for half, number in found[:_SHOWN]
        ),
    ]
    if middle < 2 * fewest:
        lines.append("Most splits need about as many: this table prefers no wiring.")
    return lines
