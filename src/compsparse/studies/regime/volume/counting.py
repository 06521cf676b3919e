"""Reading 1: among all ways in which units of each layer can live, those with exactly P of them.

A state names the live units of every layer, at least one each: Total = (2^W - 1)^L. It counts as
compositional if exactly P units live in every layer, C(W, P)^L states, and if the depth suffices to
join P primitives two by two, L >= ceil(log2 P):

    ratio(W, L) = (C(W, P) / (2^W - 1))^L, and 0 for L < ceil(log2 P).

As the L-th power of a fraction it falls with depth, so its sweet spot is the smallest depth that
suffices.
"""

import math
from collections.abc import Sequence

import numpy as np
from jaxtyping import Float64


def least_depth(primitives: int) -> int:
    """Return ceil(log2 P), the depth at which a tree of pairs joins P primitives."""
    return (primitives - 1).bit_length()


def log10_ratio(width: int, depth: int, primitives: int) -> float:
    """Return log10 of the ratio, from exact integers; minus infinity where it is 0."""
    chosen = math.comb(width, primitives)
    if chosen == 0 or depth < least_depth(primitives):
        return -math.inf
    return depth * (math.log10(chosen) - math.log10(2**width - 1))


def log10_ratios(
    primitives: int, widths: Sequence[int], depths: Sequence[int]
) -> Float64[np.ndarray, "width depth"]:
    """Return ``log10_ratio`` of every width and depth."""
    return np.array(
        [[log10_ratio(width, depth, primitives) for depth in depths] for width in widths]
    )
