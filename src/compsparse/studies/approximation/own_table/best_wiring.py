"""The binary tree of halves for which a table needs the fewest channels."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64

from compsparse.studies.approximation.wiring.channels import beyond, channels, halves, unfolded

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


def channels_above(
    values: Float64[np.ndarray, "*place"], variables: tuple[int, ...], error: float
) -> int:
    """Return the least number of channels above some variables that leave a fraction ``error``."""
    if len(variables) == values.ndim:
        return 0
    return channels(beyond(unfolded(values - values.mean(), variables)), error)


def splits(values: Float64[np.ndarray, "*place"], error: float) -> list[Split]:
    """Return each half of all variables with the channels above it, fewest first."""
    found = [(half, channels_above(values, half, error)) for half, _ in halves(range(values.ndim))]
    return sorted(found, key=lambda split: (split[1], split[0]))


def best_wiring(
    values: Float64[np.ndarray, "*place"], error: float, variables: tuple[int, ...] | None = None
) -> Node:
    """Return the tree of the best halves, from the root down; the half with more channels decides.

    The search is greedy: a good split near the leaves cannot repair a bad one near the root.
    """
    chosen = tuple(range(values.ndim)) if variables is None else variables
    needed = channels_above(values, chosen, error)
    if len(chosen) == 1:
        return Node(chosen, needed)
    best = min(
        halves(chosen),
        key=lambda parts: sorted(
            (channels_above(values, part, error) for part in parts), reverse=True
        ),
    )
    first, second = (best_wiring(values, error, part) for part in best)
    return Node(chosen, needed, (first, second))
