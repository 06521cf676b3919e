"""The binary tree of halves that a table needs fewest channels for."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from jaxtyping import Float64

from compsparse.studies.approximation.wiring.channels import beyond, channels

Split = tuple[tuple[int, ...], int]  # a half of the variables, and the channels above it


@dataclass(frozen=True)
class Node:
    """Variables that meet.

    Attributes:
        variables: which.
        channels: least number above them; 0 at the root, above which is nothing.
        parts: the two halves; none of a single variable.
    """

    variables: tuple[int, ...]
    channels: int
    parts: "tuple[Node, Node] | None" = None


def channels_above(
    values: Float64[np.ndarray, "*place"], variables: tuple[int, ...], error: float
) -> int:
    """Return the least number of channels above some variables for a share of the variance."""
    rest = [at for at in range(values.ndim) if at not in variables]
    if not rest:
        return 0
    rows = int(np.prod([values.shape[at] for at in variables]))
    matrix = (values - values.mean()).transpose(*variables, *rest).reshape(rows, -1)
    return channels(beyond(matrix), error)


def halves(variables: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield all ways to part variables into two equal sets."""
    first, *others = variables
    for more in combinations(others, len(variables) // 2 - 1):
        one = (first, *more)
        yield one, tuple(of for of in variables if of not in one)


def splits(values: Float64[np.ndarray, "*place"], error: float) -> list[Split]:
    """Return each half of all variables with the channels above it, fewest first."""
    found = [
        (one, channels_above(values, one, error)) for one, _ in halves(tuple(range(values.ndim)))
    ]
    return sorted(found, key=lambda of: (of[1], of[0]))


def best_wiring(
    values: Float64[np.ndarray, "*place"], error: float, variables: tuple[int, ...] | None = None
) -> Node:
    """Return the tree that halves by halves has the fewest channels, the larger half deciding.

    It is greedy from the root: a better lower half cannot repair an upper one.
    """
    chosen = tuple(range(values.ndim)) if variables is None else variables
    needed = channels_above(values, chosen, error)
    if len(chosen) == 1:
        return Node(chosen, needed)
    best = min(
        halves(chosen),
        key=lambda parts: sorted((channels_above(values, of, error) for of in parts), reverse=True),
    )
    one, other = (best_wiring(values, error, of) for of in best)
    return Node(chosen, needed, (one, other))
