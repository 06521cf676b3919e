"""The path from an input to an output whose lowest score is highest.

Every method keeps it. As long as a threshold leaves any path, it leaves this one: so keeping it
changes a result only where nothing would be left otherwise, and since it does not depend on the
threshold, masks of growing thresholds remain nested.
"""

import torch
from jaxtyping import Bool, Float64
from torch import Tensor

from compsparse.studies.regime.network.shape import LayeredShape


def widest_path(shape: LayeredShape, scores: Float64[Tensor, " weight"]) -> Bool[Tensor, " weight"]:
    """Return the mask of the path, one weight a block; of equal ones, through the first units."""
    # a score is -inf where there is no weight
    width = torch.full((shape.inputs,), torch.inf, dtype=torch.float64)
    sources: list[Tensor] = []
    for block in shape.blocks:
        matrix = scores[block.start : block.stop].view(block.rows, block.columns)
        width, source = torch.minimum(matrix, width).max(dim=1)
        sources.append(source)
    path = torch.zeros(shape.weights, dtype=torch.bool)
    unit = int(width.argmax())
    for block, source in zip(reversed(shape.blocks), reversed(sources), strict=True):
        below = int(source[unit])
        path[block.start + unit * block.columns + below] = True
        unit = below
    return path
