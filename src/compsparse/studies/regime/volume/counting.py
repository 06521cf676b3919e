"""Reading 1: among all ways in which units of each layer can live, those with exactly P of them.

A state names the live units of every layer, at least one each: Total = (2^W - 1)^L. It counts as
compositional if exactly P units live in every layer, C(W, P)^L states, and if the depth suffices to
join P primitives two by two, L >= ceil(log2 P):

    ratio(W, L) = (C(W, P) / (2^W - 1))^L.

As the L-th power of a fraction it falls with depth, so its sweet spot is the smallest depth that
suffices. The rival rule C(W, P) / W^L keeps the caption's numerator as it stands and takes tuples
of one unit from each layer for the total; it is no fraction, since it may exceed 1, and has no
least depth.
"""

import math
from collections.abc import Sequence

import numpy as np
from jaxtyping import Float64

WIDTHS = (3, 6, 12, 24, 48, 96, 192)
DEPTHS = (1, 2, 3, 4, 5, 6, 7, 8, 9)
PRIMITIVES = 3

# formulas of the rules, for the figures that show them
RULES = {"live units": "(C(W, P) / (2^W - 1))^L, 0 for L < ceil(log2 P)", "tuples": "C(W, P) / W^L"}


def least_depth(primitives: int) -> int:
    """Return ceil(log2 P), the depth at which a tree of pairs joins P primitives."""
    _require_primitives(primitives)
    return (primitives - 1).bit_length()


def log10_ratio(width: int, depth: int, primitives: int, rule: str = "live units") -> float:
    """Return log10 of the ratio, from exact integers; minus infinity where it is 0."""
    _require_primitives(primitives)
    if width < 1 or depth < 1:
        raise ValueError(f"Width {width} and depth {depth} must both be at least 1.")
    if rule not in RULES:
        raise ValueError(f"The counting rule is {rule!r}; allowed: {', '.join(RULES)}.")
    chosen = math.comb(width, primitives)
    if chosen == 0:
        return -math.inf
    if rule == "tuples":
        return math.log10(chosen) - depth * math.log10(width)
    if depth < least_depth(primitives):
        return -math.inf
    return depth * (math.log10(chosen) - math.log10(2**width - 1))


def log10_ratios(
    primitives: int = PRIMITIVES,
    widths: Sequence[int] = WIDTHS,
    depths: Sequence[int] = DEPTHS,
    rule: str = "live units",
) -> Float64[np.ndarray, "width depth"]:
    """Return ``log10_ratio`` of every width and depth; of the caption's where none are given."""
    return np.array(
        [[log10_ratio(width, depth, primitives, rule) for depth in depths] for width in widths]
    )


def _require_primitives(primitives: int) -> None:
    if primitives < 1:
        raise ValueError(f"There are {primitives} primitives; there must be at least 1.")
