"""Forward pass of stacked networks of one shape, and their colours, back for the gradient too.

From hue, saturation and brightness to red, green and blue: with the hue modulo 1 as six sixths h,
saturation s clipped to [0, 1] and |brightness|, v, to at most 1, let y = clip(|h - c| - 1, 0, 1),
c = 3, 2, 4. Then red is v - v s + v s y, green and blue are v - v s y; this equals the usual form
by six sectors, without cases. Outside their range saturation and brightness have no gradient, on
its ends they have one, as in torch.
"""

import numpy as np
from jaxtyping import Float32

from compsparse.studies.regime.network.pixels import IMAGE_SIZE, pixel_inputs
from compsparse.studies.regime.network.shape import ACTIVATIONS, LayeredShape

_CENTRES = np.array([3, 2, 4], dtype=np.float32)  # red, green, blue
_SIGNS = np.array([1, -1, -1], dtype=np.float32)  # of v s y

Colours = Float32[np.ndarray, "3 *any"]


def colours(painted: Float32[np.ndarray, "*run 3 pixel"]) -> Float32[np.ndarray, "*run 3 pixel"]:
    """Return red, green, blue in [0, 1] of hue, saturation, brightness, any real numbers."""
    return np.moveaxis(_Painted(np.moveaxis(painted, -2, 0)).rgb, 0, -2)


class _Painted:
    """Colours with what their gradient needs."""

    def __init__(self, painted: Colours) -> None:
        hue, self.saturation, self.brightness = painted
        sixths = hue - np.floor(hue)
        sixths *= 6
        self.side = sixths - _CENTRES.reshape(3, *[1] * hue.ndim)
        self.distance = np.abs(self.side)
        self.distance -= 1
        self.y = np.minimum(self.distance, 1)
        np.maximum(self.y, 0, out=self.y)
        self.s = np.minimum(self.saturation, 1)
        np.maximum(self.s, 0, out=self.s)
        self.size = np.abs(self.brightness)
        self.v = np.minimum(self.size, 1)
        self.vs = self.v * self.s
        self.rgb = self.y * self.vs
        red = self.rgb[0] - self.vs
        np.subtract(self.v, self.rgb, out=self.rgb)
        np.add(red, self.v, out=self.rgb[0])


def colour_error(painted: Colours, wanted: Float32[np.ndarray, "3 *target"]) -> Colours:
    """Return painted minus wanted red, green, blue; ``painted`` is hue, saturation, brightness."""
    error: Colours = _Painted(painted).rgb
    error -= wanted
    return error


def colour_error_gradient(
    painted: Colours, wanted: Float32[np.ndarray, "3 *target"], scale: float, out: Colours
) -> Colours:
    """Return the errors of channels; write a gradient in hue, saturation, brightness to ``out``."""
    # the gradient is that of ``scale`` / 2 times the sum of all squared errors
    split = _Painted(painted)
    error: Colours = split.rgb
    error -= wanted
    pull = error * (scale * _SIGNS).reshape(3, *[1] * (painted.ndim - 1))
    np.copysign(split.distance == split.y, split.side, out=split.side)  # the slope of y
    of_y = np.multiply(pull, split.y, out=split.y)
    of_vs = of_y[0] + of_y[1]
    of_vs += of_y[2]
    of_vs -= pull[0]
    split.side *= pull
    hue, saturation, brightness = out
    np.add(split.side[0], split.side[1], out=hue)
    hue += split.side[2]
    split.vs *= 6
    hue *= split.vs
    np.multiply(of_vs, split.v, out=saturation)
    saturation *= split.saturation == split.s
    np.multiply(of_vs, split.s, out=brightness)
    brightness += pull[0]
    brightness -= pull[1]
    brightness -= pull[2]
    brightness *= np.sign(split.brightness)
    brightness *= split.size == split.v
    return error


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
