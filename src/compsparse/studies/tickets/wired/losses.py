"""Hinge loss (trained) and ramp loss (reported) of the margin, label times output.

The ramp loss min(1, max(0, 1 - margin)) lies between 0 and 1 and is 1-Lipschitz in the margin, so
that its generalization gap is at most twice the Rademacher complexity of the outputs.
"""

import torch
from jaxtyping import Bool, Float32, Float64
from numpy import ndarray
from torch import Tensor


def hinge_slope(
    outputs: Float32[Tensor, "row example"], labels: Float32[Tensor, "row example"]
) -> Float32[Tensor, "row example"]:
    """Return the derivative of each row's mean of max(0, 1 - margin) in the outputs."""
    return -labels * (outputs * labels < 1) / outputs.shape[1]


def ramp(
    margins: Float32[Tensor, "row example"], counted: Bool[Tensor, "row example"]
) -> Float64[ndarray, " row"]:
    """Return each row's sum of ramp losses over the counted examples; NaN, diverged, counts 1."""
    losses = torch.nan_to_num(1 - margins, nan=1.0).clamp(0, 1).double()
    return (losses * counted).sum(dim=1).numpy()


def error(
    margins: Float32[Tensor, "row example"], counted: Bool[Tensor, "row example"]
) -> Float64[ndarray, " row"]:
    """Return each row's number of misclassified examples among the counted; margin 0 is wrong."""
    return (~(margins > 0) & counted).double().sum(dim=1).numpy()
