"""Initial weights of networks of a given wiring.

LeCun's variance is 1 / fan-in. With the fan-in of a dense layer, a unit with two weights would
start almost at zero; so the fan-in is the number of weights that the unit has. For a dense network
this is LeCun's rule itself.
"""

import numpy as np
import torch
from jaxtyping import Bool, Float32
from torch import Tensor

from compsparse.studies.regime.network.initial import lecun_normal
from compsparse.studies.regime.network.shape import LayeredShape


def wired_normal(
    shape: LayeredShape,
    mask: Bool[Tensor, " weight"],
    random: np.random.Generator,
    scale: float = 1.0,
) -> Float32[Tensor, " weight"]:
    """Draw LeCun normal weights by the fan-in of each unit; zero where masked."""
    # one draw for every weight of the shape: two wirings start alike at common weights, up to the
    # factor of their fan-ins
    weights = lecun_normal(shape, [random], scale)[0]
    for matrix, present in zip(shape.matrices(weights), shape.matrices(mask), strict=True):
        fan_in = present.sum(dim=1, keepdim=True)
        matrix.mul_((matrix.shape[1] / fan_in.clamp(min=1)).sqrt())
    return torch.where(mask, weights, 0.0)
