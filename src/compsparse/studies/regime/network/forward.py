"""Forward pass of stacked networks of one shape."""

import numpy as np
import torch
from jaxtyping import Float32
from torch import Tensor

from compsparse.studies.regime.network.activations import ACTIVATIONS
from compsparse.studies.regime.network.colours import colours
from compsparse.studies.regime.network.pixels import IMAGE_SIZE, pixel_inputs
from compsparse.studies.regime.network.shape import LayeredShape

_ENTRIES = 2**17  # of one layer's maps of all runs that are processed together

Weights = Float32[Tensor, "run weight"]
Maps = Float32[Tensor, "run unit pixel"]


def activate(shape: LayeredShape, sums: Maps) -> Maps:
    """Return the values of a hidden layer's units from the sums of their inputs."""
    values = torch.empty_like(sums)
    start = 0
    for name, number in shape.units:
        units = slice(start, start + number)
        values[:, units] = ACTIVATIONS[name](sums[:, units])
        start += number
    return values


def hidden_maps(
    shape: LayeredShape, weights: Weights, inputs: Float32[Tensor, "input pixel"]
) -> list[Maps]:
    """Return the maps of all hidden units over the pixels, layer by layer."""
    maps: list[Maps] = []
    below = inputs.expand(len(weights), *inputs.shape)
    for matrix in shape.matrices(weights)[:-1]:
        below = activate(shape, matrix @ below)
        maps.append(below)
    return maps


def images(
    shape: LayeredShape, weights: Weights, inputs: Float32[Tensor, "input pixel"]
) -> Float32[Tensor, "run 3 pixel"]:
    """Return red, green, blue of every pixel, in [0, 1]."""
    matrix = shape.matrices(weights)[-1]
    # in parts, so that the maps of a layer stay in the cache
    pixels = max(1, _ENTRIES // (len(weights) * shape.width))
    parts = [inputs[:, start : start + pixels] for start in range(0, inputs.shape[1], pixels)]
    painted = [matrix @ hidden_maps(shape, weights, part)[-1] for part in parts]
    return colours(torch.cat(painted, dim=-1))


def layer_maps(
    shape: LayeredShape, weights: Float32[Tensor, " weight"], inputs: Float32[Tensor, "input pixel"]
) -> list[Float32[Tensor, "unit pixel"]]:
    """Return the maps of one network: its inputs, its hidden layers, its linear outputs."""
    hidden = [maps[0] for maps in hidden_maps(shape, weights[None], inputs)]
    return [inputs, *hidden, shape.matrices(weights)[-1] @ hidden[-1]]


def whole_image(
    shape: LayeredShape,
    weights: Float32[Tensor, " weight"],
    inputs: Float32[Tensor, "input pixel"] | None = None,
) -> Float32[np.ndarray, "row column channel"]:
    """Return the picture that one network paints; of other inputs than usual, if given."""
    pixels = torch.from_numpy(pixel_inputs(IMAGE_SIZE)) if inputs is None else inputs
    flat = images(shape, weights[None], pixels)[0].numpy()
    return flat.reshape(3, IMAGE_SIZE, IMAGE_SIZE).transpose(1, 2, 0)
