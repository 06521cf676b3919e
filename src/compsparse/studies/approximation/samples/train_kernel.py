"""Step ``train``: kernel regression on the examples of each run, at all widths.

Kernels are a radial one, and one with the structure of the target's tree. Exponentials are torch's
powers of two: unlike torch's ``exp`` they leave the same bytes on processors of all makers, in a
quarter of the time of numpy's.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import numpy as np
import scipy.linalg
import torch
from jaxtyping import Float64
from torch import Tensor

from compsparse.studies.approximation.learning.choice import split
from compsparse.studies.approximation.learning.examples import read_examples
from workflow_engine.steps import Inputs, Outputs, single

_ENTRIES = 2**15  # computed together: the levels of a tree then stay in the cache
KernelName = Literal["kernel", "tree_kernel"]
OfWidth = Callable[[float], Float64[np.ndarray, "a b"]]  # the same array every time


def radial(x: Float64[Tensor, "d a"], y: Float64[Tensor, "d b"], *, lower: bool = False) -> OfWidth:
    """Return exp(-|x - y|^2 / (2 width^2 d)), whole even if its ``lower`` triangle would do."""
    columns, rows = x.numpy(), y.numpy()
    products = (-2 * columns).T @ rows
    products += (columns**2).sum(axis=0)[:, None]
    products += (rows**2).sum(axis=0)
    squares = torch.from_numpy(products).clamp_(min=0)
    found = torch.empty_like(squares)

    def of_width(width: float) -> Float64[np.ndarray, "a b"]:
        scale = -_in_powers_of_two(width) / len(x)
        for rows in _blocks(*found.shape):
            torch.mul(squares[rows], scale, out=found[rows]).exp2_()
        return found.numpy()

    return of_width


def tree_structured(
    x: Float64[Tensor, "d a"], y: Float64[Tensor, "d b"], *, lower: bool = False
) -> OfWidth:
    """Return the recursive kernel K = exp(-(2 - K_left - K_right) / (2 width^2)) of a binary tree.

    At the leaves K = exp(-(x - y)^2 / (2 width^2)).
    """
    found = np.zeros((x.shape[1], y.shape[1]))

    def of_width(width: float) -> Float64[np.ndarray, "a b"]:
        scale = _in_powers_of_two(width)
        for rows in _blocks(*found.shape):
            columns = slice(0, rows.stop if lower else None)
            # a node hands up K times the scale: its power of two is then of a sum
            block = _node(x[:, rows], y[:, columns], scale, math.log2(scale))
            np.multiply(block.numpy(), 1 / scale, out=found[rows, columns])
        return found

    return of_width


def _node(
    x: Float64[Tensor, "d a"], y: Float64[Tensor, "d b"], scale: float, shift: float
) -> Float64[Tensor, "a b"]:
    half = len(x) // 2
    if not half:
        return (x[0][:, None] - y[0]).square_().mul_(-scale).add_(shift).exp2_()
    left = _node(x[:half], y[:half], scale, shift)
    right = _node(x[half:], y[half:], scale, shift)
    return left.add_(right).add_(shift - 2 * scale).exp2_()


def _in_powers_of_two(width: float) -> float:
    """Return the factor of a square distance in the exponent of 2."""
    return math.log2(math.e) / (2 * width**2)


def _blocks(rows: int, columns: int) -> Iterator[slice]:
    size = max(1, _ENTRIES // columns)
    return (slice(start, min(start + size, rows)) for start in range(0, rows, size))


KERNELS = {"kernel": radial, "tree_kernel": tree_structured}


def regressions(
    kernel: KernelName,
    inputs: Float64[np.ndarray, "n d"],
    targets: Float64[np.ndarray, " n"],
    points: Float64[np.ndarray, "m d"],
    widths: Sequence[float],
    ridge: float,
) -> Float64[np.ndarray, "width m"]:
    """Return predictions of kernel ridge regression at points, for each width."""
    x, asked = (torch.from_numpy(values.T.copy()) for values in (inputs, points))
    among, across = KERNELS[kernel](x, x, lower=True), KERNELS[kernel](asked, x)
    found = []
    for width in widths:
        gram = among(width)
        np.einsum("ii->i", gram)[:] += ridge
        # the transposed is in Fortran's order, so that it is factored in place
        factor = scipy.linalg.cho_factor(gram.T, lower=False, overwrite_a=True, check_finite=False)
        found.append(across(width) @ scipy.linalg.cho_solve(factor, targets, check_finite=False))
    return np.stack(found)


def run(
    inputs: Inputs, *, kernel: KernelName, examples: int, widths: Sequence[float], ridge: float
) -> Outputs:
    """Return validation and test errors [run, width], over the variance of the target.

    As for networks, a fifth of the examples is for validation. ``parameters`` is the number of
    coefficients, one for each training example.

    Raises:
        ValueError: more examples than there are.
    """
    data = read_examples(single(inputs, "examples"), examples)
    training, validation = split(examples)
    number = validation.stop - validation.start
    by_run = zip(data.inputs, data.targets, data.judged_inputs, data.judged_targets, strict=True)
    scores = []
    for arrays in by_run:
        x, y, judged_x, judged_y = (array.astype(np.float64) for array in arrays)
        points = np.concatenate([x[validation], judged_x])
        wanted = np.concatenate([y[validation], judged_y])
        found = regressions(kernel, x[training], y[training], points, widths, ridge)
        scores.append((found - wanted) ** 2)
    squares = np.stack(scores)
    return {
        "model": {
            "validation": squares[..., :number].mean(axis=-1),
            "test": squares[..., number:].mean(axis=-1),
            "configuration": np.array(widths),
            "parameters": np.array(training.stop),
        }
    }
