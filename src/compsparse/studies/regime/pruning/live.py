"""Live weights: those on a path from an input to an output, and their number.

A unit without a path of kept weights from an input, or without one to an output, is dead and loses
all its weights. A path then leads through every remaining weight, so that a mask is either empty
or keeps at least one unit of every layer. Everywhere in the study, the number of weights is the
number of live ones.
"""

import torch
from jaxtyping import Bool
from torch import Tensor

from compsparse.studies.regime.network.shape import OUTPUTS, LayeredShape


def live_mask(
    shape: LayeredShape, mask: Bool[Tensor, "*run weight"]
) -> Bool[Tensor, "*run weight"]:
    """Return the kept weights that lie on a path from an input to an output."""
    # the constant input is an input like the others; one pass up and one down suffice: the weights
    # left after them have a path on either side
    runs = mask.shape[:-1]
    below = torch.ones(*runs, shape.inputs, dtype=torch.bool)
    fed: list[Bool[Tensor, "... above below"]] = []
    for kept in shape.matrices(mask):
        fed.append(kept & below.unsqueeze(-2))
        below = fed[-1].any(dim=-1)
    above = torch.ones(*runs, len(OUTPUTS), dtype=torch.bool)
    live: list[Bool[Tensor, "... part"]] = []
    for carried in reversed(fed):
        used = carried & above.unsqueeze(-1)
        live.append(used.flatten(-2))
        above = used.any(dim=-2)
    return torch.cat(live[::-1], dim=-1)


def count(shape: LayeredShape, mask: Bool[Tensor, " weight"]) -> int:
    """Return the number of live weights."""
    return int(live_mask(shape, mask).sum())
