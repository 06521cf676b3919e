"""Masks on the two weight matrices of an MLP, each pruned separately to the same density."""

from collections.abc import Mapping

import numpy as np
from jaxtyping import Bool, Float32

from compsparse.studies.tickets.pruning.masks import keep_largest

MLP_WEIGHTS = ("up", "down")
Matrix = Float32[np.ndarray, "network row column"]
Kept = Bool[np.ndarray, "network row column"]


def round_densities(step: float, rounds: int) -> list[float]:
    """Return the densities: 1, then after each round, which prunes the fraction ``step``."""
    return [(1 - step) ** number for number in range(rounds + 1)]


def prune(
    scores: Mapping[str, Matrix], masks: Mapping[str, Kept], density: float
) -> dict[str, Kept]:
    """Return masks that keep the largest scores of the remaining weights, layer by layer.

    A global threshold would empty one layer first.

    Args:
        scores: of each weight.
        masks: of the remaining weights.
        density: fraction of all weights of a layer to be kept.

    Raises:
        ValueError: a density outside of (0, 1], a layer that would be empty, or one with fewer
            weights left than are to be kept.
    """
    return {name: _largest(name, scores[name], masks[name], density) for name in MLP_WEIGHTS}


def weights_left(weights: int, density: float, name: str) -> int:
    """Return the number of a layer's weights that a density keeps.

    Raises:
        ValueError: a density outside of (0, 1], or one that keeps none.
    """
    if not 0 < density <= 1:
        raise ValueError(f"The density is {density}; allowed: above 0, at most 1.")
    if (left := round(density * weights)) == 0:
        raise ValueError(
            f"A density of {density:g} leaves nothing of {weights} weights of {name}; ask for "
            "fewer rounds or smaller steps."
        )
    return left


def _largest(name: str, scores: Matrix, mask: Kept, density: float) -> Kept:
    wanted = weights_left(mask[0].size, density, name)
    return keep_largest(scores.astype(np.float64), mask, wanted, name)
