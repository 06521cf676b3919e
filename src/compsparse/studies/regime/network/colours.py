"""From hue, saturation and brightness to red, green and blue, and back for the gradient.

With the hue modulo 1 as six sixths h, saturation s clipped to [0, 1] and |brightness|, v, to at
most 1, let y = clip(|h - c| - 1, 0, 1), c = 3, 2, 4. Then red is v - v s + v s y, green and blue
are v - v s y; this equals the usual form by six sectors, without cases.

Outside their range saturation and brightness have no gradient, on its ends they have one, as in
torch.
"""

import numpy as np
from jaxtyping import Float32

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
