"""ReLU networks side by side, one output for each labelled degree."""

import math
from itertools import pairwise

import numpy as np
import torch
from jaxtyping import Float32
from torch import Tensor


def map_sizes(inputs: int, width: int, layers: int, outputs: int) -> list[tuple[int, int]]:
    """Return inputs and outputs of each linear map; ``layers`` of them are followed by a ReLU."""
    ends = [inputs, *([width] * layers), outputs]
    return list(pairwise(ends))


def first_weights(
    maps: list[tuple[int, int]], randoms: list[np.random.Generator]
) -> list[Float32[Tensor, "run _ _"]]:
    """Return the weights of each map, the bias in the last row, uniform as torch's default."""
    drawn: list[list[np.ndarray]] = [[] for _ in maps]
    for random in randoms:
        for place, (source, target) in enumerate(maps):
            bound = 1 / math.sqrt(source)
            drawn[place].append(random.uniform(-bound, bound, (source + 1, target)))
    return [torch.from_numpy(np.stack(layer).astype(np.float32)) for layer in drawn]


def outputs(
    weights: list[Float32[Tensor, "run _ _"]], x: Float32[Tensor, "run example d"]
) -> Float32[Tensor, "run example label"]:
    """Return the outputs; their signs are the answers."""
    for place, layer in enumerate(weights):
        if place:
            x = x.relu()
        x = torch.baddbmm(layer[:, -1:], x, layer[:, :-1])
    return x
