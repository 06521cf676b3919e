"""From hue, saturation and brightness to red, green and blue, and back for the gradient.

With the hue modulo 1, saturation clipped to [0, 1] and |brightness| clipped to [0, 1], each channel
is v - v s clip(min(k, 4 - k), 0, 1), k = (n + 6 h) mod 6, n = 5, 3, 1; this equals the usual form
by six sectors, without cases.

With r = v - v s share(k), the derivative in brightness is 1 - s share, times its sign; in
saturation -v share; in hue -6 v s share'. Outside their range saturation and brightness have no
gradient, on its ends they have one, as in torch.
"""

import torch
from jaxtyping import Float32
from torch import Tensor

_OFFSETS = (5.0, 3.0, 1.0)  # red, green, blue
_COLUMN = torch.tensor(_OFFSETS)[:, None]


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


def colour_error(
    painted: Float32[Tensor, "run 3 pixel"], wanted: Float32[Tensor, "*target 3 pixel"]
) -> Float32[Tensor, "run 3 pixel"]:
    """Return painted minus wanted red, green, blue; ``painted`` is hue, saturation, brightness."""
    s, v, k = _clipped(painted)
    return _error(s, v, torch.minimum(k, 4 - k).clamp_(0, 1), wanted)


def colour_error_gradient(
    painted: Float32[Tensor, "run 3 pixel"],
    wanted: Float32[Tensor, "*target 3 pixel"],
    scale: float,
) -> tuple[Float32[Tensor, "run 3 pixel"], Float32[Tensor, "run 3 pixel"]]:
    """Return the error of every channel, and a gradient in hue, saturation, brightness."""
    # the gradient is that of ``scale`` / 2 times the sum of all squared errors
    saturation, brightness = painted[:, 1], painted[:, 2]
    s, v, k = _clipped(painted)
    distance = torch.minimum(k, 4 - k)
    share = distance.clamp(0, 1)
    error = _error(s, v, share, wanted)
    pull = error * scale
    gradient = torch.empty_like(painted)
    share_pull = (pull * share).sum(dim=1)
    # brightness: the whole gradient, less that through the share
    torch.addcmul(pull.sum(dim=1), s, share_pull, value=-1, out=gradient[:, 2])
    gradient[:, 2].mul_(brightness.sign()).mul_(brightness.abs() <= 1)
    torch.mul(share_pull, v, out=gradient[:, 1]).neg_().mul_(saturation == s)
    # the share rises with k below 2 and falls above
    pull.mul_(share == distance).mul_((2 - k).sign_())
    torch.mul(pull.sum(dim=1), s, out=gradient[:, 0]).mul_(v).mul_(-6)
    return error, gradient


def _clipped(
    painted: Float32[Tensor, "run 3 pixel"],
) -> tuple[
    Float32[Tensor, "run pixel"], Float32[Tensor, "run pixel"], Float32[Tensor, "run 3 pixel"]
]:
    """Return saturation and brightness within their limits, and k of the three channels."""
    hue, saturation, brightness = painted.unbind(dim=1)
    sixths = (hue - hue.floor()).mul_(6)
    k = sixths[:, None] + _COLUMN
    # the remainder of numbers in [0, 12), exactly, at a fraction of its cost
    k.sub_((k >= 6).float(), alpha=6)
    return saturation.clamp(0, 1), brightness.abs().clamp_(max=1), k


def _error(
    s: Float32[Tensor, "run pixel"],
    v: Float32[Tensor, "run pixel"],
    share: Float32[Tensor, "run 3 pixel"],
    wanted: Float32[Tensor, "*target 3 pixel"],
) -> Float32[Tensor, "run 3 pixel"]:
    return torch.addcmul(v[:, None], (v * s)[:, None], share, value=-1).sub_(wanted)
