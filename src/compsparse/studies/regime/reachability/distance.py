"""Distance of weights from a solution, block by block, and starts at a given distance.

The distance of two networks is the root mean square over their blocks of the relative distance, the
Euclidean norm of the difference of a block over that of the solution's block. So a layer's weights
are measured relative to their size, and all layers count equally. Networks that differ by the order
of their units count as different.
"""

import numpy as np
import torch
from jaxtyping import Float32
from torch import Tensor

from compsparse.studies.regime.network.shape import LayeredShape


def relative_distance(
    shape: LayeredShape, solution: Float32[Tensor, " weight"], other: Float32[Tensor, " weight"]
) -> float:
    """Return the distance of ``other`` from the solution; 1 for a network of zeros."""
    squares = [
        float((((other - solution)[place]).norm() / solution[place].norm()) ** 2)
        for place in _places(shape)
    ]
    return float(np.sqrt(np.mean(squares)))


def at_distance(
    shape: LayeredShape,
    solution: Float32[Tensor, " weight"],
    distance: float,
    random: np.random.Generator,
) -> Float32[Tensor, " weight"]:
    """Return the solution with Gaussian noise on its weights, of this distance in each block."""
    # equal generators give the same direction at all distances
    noise = torch.from_numpy(random.standard_normal(len(solution)).astype(np.float32))
    start = solution.clone()
    for place in _places(shape):
        start[place] += distance * solution[place].norm() / noise[place].norm() * noise[place]
    return start


def _places(shape: LayeredShape) -> list[slice]:
    return [slice(block.start, block.stop) for block in shape.blocks]
