"""Forward pass of stacked networks of one shape."""

import numpy as np
from jaxtyping import Float32

from compsparse.studies.regime.network.activations import ACTIVATIONS
from compsparse.studies.regime.network.colours import colours
from compsparse.studies.regime.network.pixels import IMAGE_SIZE, pixel_inputs
from compsparse.studies.regime.network.shape import LayeredShape

_ENTRIES = 2**17  # of one layer's maps of all runs that are processed together

Weights = Float32[np.ndarray, "run weight"]
Maps = Float32[np.ndarray, "*run unit pixel"]


def activate(shape: LayeredShape, sums: Maps) -> Maps:
    """Replace the sums of inputs of a hidden layer's units by the units' values."""
    start = 0
    for name, number in shape.units:
        if name != "identity":
            units = sums[..., start : start + number, :]
            units[...] = ACTIVATIONS[name](units)
        start += number
    return sums


def hidden_maps(
    shape: LayeredShape,
    weights: Float32[np.ndarray, "*run weight"],
    inputs: Float32[np.ndarray, "input pixel"],
) -> list[Maps]:
    """Return the maps of all hidden units over the pixels, layer by layer."""
    maps: list[Maps] = []
    for matrix in shape.matrices(weights)[:-1]:
        maps.append(activate(shape, matrix @ (maps[-1] if maps else inputs)))
    return maps


def images(
    shape: LayeredShape, weights: Weights, inputs: Float32[np.ndarray, "input pixel"]
) -> Float32[np.ndarray, "run 3 pixel"]:
    """Return red, green, blue of every pixel, in [0, 1]."""
    matrix = shape.matrices(weights)[-1]
    # in parts, so that the maps of a layer stay in the cache
    pixels = max(1, _ENTRIES // (len(weights) * shape.width))
    parts = [inputs[:, start : start + pixels] for start in range(0, inputs.shape[1], pixels)]
    painted = [colours(matrix @ hidden_maps(shape, weights, part)[-1]) for part in parts]
    return np.concatenate(painted, axis=-1)


def layer_maps(
    shape: LayeredShape,
    weights: Float32[np.ndarray, " weight"],
    inputs: Float32[np.ndarray, "input pixel"],
) -> list[Float32[np.ndarray, "unit pixel"]]:
    """Return the maps of one network: its inputs, its hidden layers, its linear outputs."""
    hidden = hidden_maps(shape, weights, inputs)
    return [inputs, *hidden, shape.matrices(weights)[-1] @ hidden[-1]]


def whole_image(
    shape: LayeredShape,
    weights: Float32[np.ndarray, " weight"],
    inputs: Float32[np.ndarray, "input pixel"] | None = None,
) -> Float32[np.ndarray, "row column channel"]:
    """Return the picture that one network paints; of other inputs than usual, if given."""
    pixels = pixel_inputs(IMAGE_SIZE) if inputs is None else inputs
    flat = images(shape, weights[None], pixels)[0]
    return np.asarray(flat.reshape(3, IMAGE_SIZE, IMAGE_SIZE).transpose(1, 2, 0))
