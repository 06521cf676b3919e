"""Kernel regression: a radial kernel, and one with the structure of the target's tree."""

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np
import scipy.linalg
import torch
from jaxtyping import Float64
from torch import Tensor

_ROWS = 32  # computed together: a level of the tree then stays in the cache
KernelName = Literal["kernel", "tree_kernel"]

Kernel = Callable[
    [Float64[np.ndarray, "a d"], Float64[np.ndarray, "b d"], float], Float64[np.ndarray, "a b"]
]


def radial(
    x: Float64[np.ndarray, "a d"], y: Float64[np.ndarray, "b d"], width: float
) -> Float64[np.ndarray, "a b"]:
    """Return exp(-|x - y|^2 / (2 width^2 d))."""
    squares = (x**2).sum(axis=1)[:, None] + (y**2).sum(axis=1) - 2 * x @ y.T
    return np.asarray(np.exp(np.maximum(squares, 0.0) * (-0.5 / (width**2 * x.shape[1]))))


def tree_structured(
    x: Float64[np.ndarray, "a d"], y: Float64[np.ndarray, "b d"], width: float
) -> Float64[np.ndarray, "a b"]:
    """Return the recursive kernel K = exp(-(2 - K_left - K_right) / (2 width^2)) of a binary tree.

    At the leaves K = exp(-(x - y)^2 / (2 width^2)).
    """
    scale, columns = -0.5 / width**2, torch.from_numpy(y.T.copy())
    blocks = [
        _node(rows.T.contiguous(), columns, scale)
        for rows in torch.split(torch.from_numpy(x), _ROWS)
    ]
    return np.asarray(torch.cat(blocks).numpy())


def _node(
    x: Float64[Tensor, "d a"], y: Float64[Tensor, "d b"], scale: float
) -> Float64[Tensor, "a b"]:
    half = len(x) // 2
    if not half:
        return (x[0][:, None] - y[0]).square_().mul_(scale).exp_()
    left = _node(x[:half], y[:half], scale)
    return left.add_(_node(x[half:], y[half:], scale)).sub_(2).mul_(-scale).exp_()


KERNELS: dict[KernelName, Kernel] = {"kernel": radial, "tree_kernel": tree_structured}


def regressions(
    kernel: Kernel,
    inputs: Float64[np.ndarray, "n d"],
    targets: Float64[np.ndarray, " n"],
    points: Float64[np.ndarray, "m d"],
    width: float,
    ridges: Sequence[float],
) -> Float64[np.ndarray, "ridge m"]:
    """Return predictions of kernel ridge regression at points, for each ridge."""
    among, across = kernel(inputs, inputs, width), kernel(points, inputs, width)
    found = []
    for ridge in ridges:
        factor = scipy.linalg.cho_factor(among + ridge * np.eye(len(among)), lower=True)
        found.append(across @ scipy.linalg.cho_solve(factor, targets))
    return np.stack(found)
