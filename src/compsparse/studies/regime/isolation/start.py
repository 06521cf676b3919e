"""Random weights to start from: LeCun normal by the fan-in that each unit has, times a scale."""

import numpy as np
import torch
from jaxtyping import Bool, Float32
from torch import Tensor

from compsparse.studies.regime.network.initial import lecun_normal
from compsparse.studies.regime.network.shape import LayeredShape


def scaled_start(
    shape: LayeredShape,
    mask: Bool[Tensor, " weight"],
    scale: float,
    random: np.random.Generator,
) -> Float32[Tensor, " weight"]:
    """Draw weights for the mask, 0 elsewhere.

    With the fan-in of a dense layer a unit with two weights would start almost at zero. One number
    for every weight of the shape, so that wirings and scales start alike up to factors.
    """
    weights = lecun_normal(shape, [random], scale)[0]
    for block in shape.blocks:
        place = slice(block.start, block.stop)
        fan_in = mask[place].view(block.rows, block.columns).sum(dim=1, keepdim=True)
        factors = (block.columns / fan_in.clamp(min=1)).sqrt()
        weights[place].view(block.rows, block.columns).mul_(factors)
    return torch.where(mask, weights, 0.0)
