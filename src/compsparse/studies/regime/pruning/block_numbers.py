"""The layer and the target unit of each of the flat weights."""

import torch
from jaxtyping import Int64
from torch import Tensor

from compsparse.studies.regime.network.shape import LayeredShape


def block_numbers(shape: LayeredShape) -> Int64[Tensor, " weight"]:
    """Return the number of each weight's block, 0 for those from the inputs."""
    sizes = torch.tensor([block.rows * block.columns for block in shape.blocks])
    return torch.arange(len(sizes)).repeat_interleave(sizes)


def target_numbers(shape: LayeredShape) -> Int64[Tensor, " weight"]:
    """Return the number of each weight's target unit, counted from the first layer."""
    fan_in = torch.tensor([block.columns for block in shape.blocks for _ in range(block.rows)])
    return torch.arange(len(fan_in)).repeat_interleave(fan_in)
