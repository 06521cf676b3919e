"""The binary tree of halves for which a table needs the fewest channels."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from jaxtyping import Float64

from compsparse.studies.approximation.wiring.channels import beyond, channels, unfolded

Split = tuple[tuple[int, ...], int]  # a half of the variables, and the channels above it


@dataclass(frozen=True)
class Node:
    """A subtree.

    Attributes:
        variables: its leaves.
        channels: least number above it; 0 above the root.
        parts: the two halves; none of a single variable.
    """

    variables: tuple[int, ...]
    channels: int
    parts: "tuple[Node, Node] | None" = None


def halves(variables: Sequence[int]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield all ways to split variables in two, equal sets or, of an odd number, nearly so."""
    size = len(variables) // 2
    for half in combinations(variables, size):
        if 2 * size == len(variables) and half[0] != variables[0]:
            return  # each split came already, the other way round
        yield half, tuple(variable for variable in variables if variable not in half)


def number_of_splits(variables: int) -> int:
    """Return how many ``halves`` there are."""
    size = variables // 2
    return math.comb(variables, size) // (2 if 2 * size == variables else 1)


def channels_above(
    values: Float64[np.ndarray, "*place"], variables: tuple[int, ...], error: float
) -> int:
    """Return the least number of channels above some variables that leave a fraction ``error``."""
    if len(variables) == values.ndim:
        return 0
    return channels(beyond(unfolded(values - values.mean(), variables)), error)


def splits(
    values: Float64[np.ndarray, "*place"],
    error: float,
    tried: Callable[[], object] = lambda: None,
) -> list[Split]:
    """Return the first half of each split with the channels above it, fewest first.

    Args:
        values: of the table.
        error: fraction of the variance that may be left.
        tried: called after each split.
    """
    found = []
    for half, _ in halves(range(values.ndim)):
        found.append((half, channels_above(values, half, error)))
        tried()
    return sorted(found, key=lambda split: (split[1], split[0]))


def best_wiring(
    values: Float64[np.ndarray, "*place"], error: float, found: Sequence[Split]
) -> Node:
    """Return the tree of the best halves, from the root down; the half with more channels decides.

    The search is greedy: a good split near the leaves cannot repair a bad one near the root.

    Args:
        values: of the table.
        error: fraction of the variance that may be left.
        found: all ``splits`` of the root, the best one first.
    """
    known = dict(found)

    def needed(variables: tuple[int, ...]) -> int:
        if variables not in known:
            known[variables] = channels_above(values, variables, error)
        return known[variables]

    def tree(variables: tuple[int, ...]) -> Node:
        if len(variables) == 1:
            return Node(variables, needed(variables))
        if len(variables) == values.ndim:
            half = found[0][0]
            best = half, tuple(variable for variable in variables if variable not in half)
        else:
            best = min(
                halves(variables), key=lambda parts: sorted(map(needed, parts), reverse=True)
            )
        first, second = map(tree, best)
        return Node(variables, needed(variables), (first, second))

    return tree(tuple(range(values.ndim)))
