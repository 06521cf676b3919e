"""Masks on the two weight matrices of an MLP, each pruned by itself to the same density."""

from collections.abc import Mapping

import torch
from jaxtyping import Bool, Float32
from torch import Tensor

from compsparse.studies.tickets.pruning.masks import keep_largest
from compsparse.studies.tickets.transformer.model import MLP_WEIGHTS

Matrix = Float32[Tensor, "network row column"]
Kept = Bool[Tensor, "network row column"]


def round_densities(step: float, rounds: int) -> list[float]:
    """Return the density after each round, the dense network's first: each a share less."""
    return [(1 - step) ** of for of in range(rounds + 1)]


def prune(
    scores: Mapping[str, Matrix], masks: Mapping[str, Kept], density: float
) -> dict[str, Kept]:
    """Return masks of a density, that keep the largest scores of what is there, layer by layer.

    A global threshold would empty one layer first.

    Args:
        scores: of each weight.
        masks: of what is there.
        density: of all weights of a layer that are kept.

    Raises:
        ValueError: a density outside of (0, 1], a layer of which nothing would be kept, or one that
            has fewer weights left than are wanted.
    """
    return {name: _largest(name, scores[name], masks[name], density) for name in MLP_WEIGHTS}


def weights_left(whole: int, density: float, name: str) -> int:
    """Return how many of a layer's weights a density keeps.

    Raises:
        ValueError: a density outside of (0, 1], or one that keeps none.
    """
    if not 0 < density <= 1:
        raise ValueError(f"The density is {density}; allowed: above 0, at most 1.")
    if (left := round(density * whole)) == 0:
        raise ValueError(
            f"A density of {density:g} leaves nothing of {whole} weights of {name}; ask for fewer "
            "rounds or smaller steps."
        )
    return left


def _largest(name: str, scores: Matrix, mask: Kept, density: float) -> Kept:
    wanted = weights_left(mask[0].numel(), density, name)
    kept = keep_largest(scores.double().numpy(), mask.numpy(), wanted, name)
    return torch.from_numpy(kept)
