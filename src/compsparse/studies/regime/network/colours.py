"""From hue, saturation and brightness to red, green and blue, and back for the gradient.

With the hue modulo 1, saturation clipped to [0, 1] and |brightness| clipped to [0, 1], each channel
is v - v s clip(min(k, 4 - k), 0, 1), k = (n + 6 h) mod 6, n = 5, 3, 1; this equals the usual
form by six sectors, without cases.
"""

import torch
from jaxtyping import Float32
from torch import Tensor

_OFFSETS = (5.0, 3.0, 1.0)  # red, green, blue


def colours(painted: Float32[Tensor, "*run 3 pixel"]) -> Float32[Tensor, "*run 3 pixel"]:
    """Return red, green, blue in [0, 1] of hue, saturation, brightness, any real numbers."""
    hue, saturation, brightness = painted.unbind(dim=-2)
    s = saturation.clamp(0, 1)
    v = brightness.abs().clamp(max=1)
    sixths = 6 * torch.remainder(hue, 1.0)
    shares = [_share(sixths, offset) for offset in _OFFSETS]
    return torch.stack([v - v * s * share for share in shares], dim=-2)


def _share(sixths: Float32[Tensor, "*any"], offset: float) -> Float32[Tensor, "*any"]:
    k = torch.remainder(offset + sixths, 6.0)
    return torch.minimum(k, 4 - k).clamp(0, 1)
