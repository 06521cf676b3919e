"""Random directions in weight space, as long in every layer as the layer's own weights.

A step of a given relative size changes the weights of each layer by that fraction of their norm. So
networks with few large weights and with many small ones take comparable steps. Steps of equal
length and the trace of the Hessian do not compare them: both depend on the number and on the scale
of the weights (Li et al. 2018, by layers instead of filters, since a unit of a sparse network may
have one weight).
"""

import numpy as np
import torch
from jaxtyping import Bool, Float32
from torch import Tensor

from compsparse.studies.regime.network.shape import LayeredShape


def relative_directions(
    shape: LayeredShape,
    weights: Float32[Tensor, " weight"],
    moved: Bool[Tensor, " weight"],
    pairs: int,
    random: np.random.Generator,
) -> Float32[Tensor, "direction weight"]:
    """Return ``pairs`` random directions in the ``moved`` weights, and then their opposites."""
    # a direction and its opposite: the gradient cancels in means
    drawn = random.standard_normal((pairs, shape.weights)).astype(np.float32)
    directions = torch.where(moved, torch.from_numpy(drawn), 0.0)
    for block in shape.blocks:
        layer = slice(block.start, block.stop)
        lengths = torch.linalg.vector_norm(directions[:, layer], dim=1, keepdim=True)
        wanted = torch.linalg.vector_norm(weights[layer])
        directions[:, layer] *= wanted / lengths.clamp(min=torch.finfo(torch.float32).tiny)
    return torch.cat([directions, -directions])
