"""Hinge loss, which is trained, and ramp loss, which is judged: of the margin, label times output.

The ramp loss min(1, max(0, 1 - margin)) lies between 0 and 1 and changes as fast as the margin at
most, so that twice the Rademacher complexity of the outputs bounds how far it is off.
"""

import torch
from jaxtyping import Bool, Float32, Float64
from numpy import ndarray
from torch import Tensor


def slope_of_hinge(
    outputs: Float32[Tensor, "row example"], labels: Float32[Tensor, "row example"]
) -> Float32[Tensor, "row example"]:
    """Return the slope of each row's mean of max(0, 1 - margin) in the outputs."""
    return -labels * (outputs * labels < 1) / outputs.shape[1]


def ramp(
    margins: Float32[Tensor, "row example"], seen: Bool[Tensor, "row example"]
) -> Float64[ndarray, " row"]:
    """Return each row's sum of ramp losses over the examples that count; 1 where it diverged."""
    losses = torch.nan_to_num(1 - margins, nan=1.0).clamp(0, 1).double()
    return (losses * seen).sum(dim=1).numpy()


def error(
    margins: Float32[Tensor, "row example"], seen: Bool[Tensor, "row example"]
) -> Float64[ndarray, " row"]:
    """Return how many examples that count each row has not on the right side; 0 is on neither."""
    return (~(margins > 0) & seen).double().sum(dim=1).numpy()
