"""Scores by which a threshold removes the same fraction of every group, such as a layer.

The score of a member is the fraction of its group below it, so that a threshold p removes the
lowest p of every group. Groups of equal size would all lose a member at the same threshold;
(rank + turn) / size with turns between 0 and 1 lets them do so one after the other. The turns are
the multiples of the golden ratio modulo 1, which are evenly spaced for any number of groups and
favour neither the first layers nor the last.
"""

import torch
from jaxtyping import Float64, Int64
from torch import Tensor

from compsparse.studies.regime.network.shape import LayeredShape

GOLDEN_RATIO = 0.6180339887498949


def shares(
    values: Float64[Tensor, " member"], groups: Int64[Tensor, " member"]
) -> Float64[Tensor, " member"]:
    """Return the fraction, in (0, 1), of each group with lower values, or equal earlier ones."""
    order = values.argsort(stable=True)
    order = order[groups[order].argsort(stable=True)]
    sizes = torch.bincount(groups)
    starts = sizes.cumsum(0) - sizes
    ranks = torch.empty_like(groups)
    ranks[order] = torch.arange(len(groups)) - starts[groups[order]]
    turns = torch.remainder((groups + 1).double() * GOLDEN_RATIO, 1.0)
    return (ranks + turns) / sizes[groups]


def block_numbers(shape: LayeredShape) -> Int64[Tensor, " weight"]:
    """Return the number of each weight's block, 0 for those from the inputs."""
    sizes = torch.tensor([block.rows * block.columns for block in shape.blocks])
    return torch.arange(len(sizes)).repeat_interleave(sizes)


def target_numbers(shape: LayeredShape) -> Int64[Tensor, " weight"]:
    """Return the number of each weight's target unit, counted from the first layer."""
    fan_in = torch.tensor([block.columns for block in shape.blocks for _ in range(block.rows)])
    return torch.arange(len(fan_in)).repeat_interleave(fan_in)
