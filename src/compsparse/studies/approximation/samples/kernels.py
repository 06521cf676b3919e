"""Kernel regression: a radial kernel, and one in that the target's tree is built."""

from collections.abc import Callable, Sequence

import numpy as np
import scipy.linalg
import torch
from jaxtyping import Float64
from torch import Tensor

_ROWS = 32  # at once: a level of the tree then stays in the cache

Kernel = Callable[
    [Float64[np.ndarray, "a d"], Float64[np.ndarray, "b d"], float], Float64[np.ndarray, "a b"]
]


def radial(
    one: Float64[np.ndarray, "a d"], other: Float64[np.ndarray, "b d"], width: float
) -> Float64[np.ndarray, "a b"]:
    """Return exp(-|x - y|^2 / (2 width^2 d)): of the mean squared difference of a variable."""
    squares = (one**2).sum(axis=1)[:, None] + (other**2).sum(axis=1) - 2 * one @ other.T
    return np.asarray(np.exp(np.maximum(squares, 0.0) * (-0.5 / (width**2 * one.shape[1]))))


def of_a_tree(
    one: Float64[np.ndarray, "a d"], other: Float64[np.ndarray, "b d"], width: float
) -> Float64[np.ndarray, "a b"]:
    """Return the kernel of kernels: K = exp(-(2 - K_left - K_right) / (2 width^2)), up a tree.

    At the leaves K = exp(-(x - y)^2 / (2 width^2)). A function in its space is one of two functions
    in those of the halves, as a tree is.
    """
    scale, columns = -0.5 / width**2, torch.from_numpy(other.T.copy())
    parts = (torch.from_numpy(one[at : at + _ROWS].T.copy()) for at in range(0, len(one), _ROWS))
    blocks = [_node(rows, columns, scale) for rows in parts]
    return np.asarray(torch.cat(blocks).numpy())


def _node(
    one: Float64[Tensor, "d a"], other: Float64[Tensor, "d b"], scale: float
) -> Float64[Tensor, "a b"]:
    half = len(one) // 2
    if not half:
        return (one[0][:, None] - other[0]).square_().mul_(scale).exp_()
    left = _node(one[:half], other[:half], scale)
    return left.add_(_node(one[half:], other[half:], scale)).sub_(2).mul_(-scale).exp_()


KERNELS: dict[str, Kernel] = {"kernel": radial, "tree_kernel": of_a_tree}


def regressions(
    kernel: Kernel,
    inputs: Float64[np.ndarray, "n d"],
    targets: Float64[np.ndarray, " n"],
    asked: Float64[np.ndarray, "m d"],
    width: float,
    ridges: Sequence[float],
) -> Float64[np.ndarray, "ridge m"]:
    """Return predictions of kernel ridge regression; the kernel is made once for all ridges.

    Raises:
        ValueError: a width or a ridge that is not above 0.
    """
    if width <= 0 or min(ridges) <= 0:
        raise ValueError(f"Width {width} and ridges {list(ridges)}; all must be above 0.")
    among, across = kernel(inputs, inputs, width), kernel(asked, inputs, width)
    found = []
    for ridge in ridges:
        factor = scipy.linalg.cho_factor(among + ridge * np.eye(len(among)), lower=True)
        found.append(across @ scipy.linalg.cho_solve(factor, targets))
    return np.stack(found)
