"""How many channels a tree of products and sums needs: ranks of the reshaped target.

A network whose nodes multiply and add channels, wired so that the variables S meet before the rest
joins them, writes f as a sum over its channels above S of a function of S times one of the rest.
The least number for a mean squared error is thus the rank of the matrix f [S, rest] to that error
(Eckart and Young), in the measure of the inputs. No network is trained.
"""

import math
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations

import numpy as np
from jaxtyping import Float64

from compsparse.studies.approximation.target.target import require_variance
from compsparse.studies.approximation.target.tree import Constituent


def quadrature(nodes: int) -> tuple[Float64[np.ndarray, " node"], Float64[np.ndarray, " node"]]:
    """Return Gauss-Legendre places in [0, 1] and weights that add up to 1."""
    places, weights = np.polynomial.legendre.leggauss(nodes)
    return (places + 1) / 2, weights / 2


def halves(variables: Sequence[int]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield all ways to split variables into two equal sets, the first variable in the first one.

    For d = 8 there are 35.
    """
    first, *others = variables
    for more in combinations(others, len(variables) // 2 - 1):
        half = (first, *more)
        yield half, tuple(variable for variable in variables if variable not in half)


def right_half(variables: int) -> tuple[int, ...]:
    """Return the variables of the first of two subtrees of a binary tree."""
    return tuple(range(variables // 2))


def wrong_half(variables: int) -> tuple[int, ...]:
    """Return every second variable: one of each pair that the lowest constituents read."""
    return tuple(range(0, variables, 2))


def spectrum(
    values: Float64[np.ndarray, "*place"],
    weights: Float64[np.ndarray, " place"],
    split: tuple[int, ...],
) -> Float64[np.ndarray, " channel"]:
    """Return the fraction of the variance beyond r channels, r = 0, 1, 2, ..., for one split.

    Args:
        values: of the target, an axis for each variable.
        weights: quadrature weights of the places of an axis; scaling by their square roots makes
            singular values errors.
        split: the variables above which channels are counted.

    Raises:
        ValueError: the target has no variance.
    """
    require_variance(values)
    rows = _product_weights(weights, len(split))
    columns = _product_weights(weights, values.ndim - len(split))
    matrix = unfolded(values, split)
    mean = rows @ matrix @ columns
    scaled = np.sqrt(rows)[:, None] * (matrix - mean) * np.sqrt(columns)
    return beyond(scaled)


def unfolded(
    values: Float64[np.ndarray, "*place"], split: tuple[int, ...]
) -> Float64[np.ndarray, "row column"]:
    """Return values as a matrix: its rows are places of some variables, columns those of others."""
    rest = [axis for axis in range(values.ndim) if axis not in split]
    rows = math.prod(values.shape[axis] for axis in split)
    return values.transpose(*split, *rest).reshape(rows, -1)


def sampled_spectrum(
    values: Float64[np.ndarray, "row column"],
) -> Float64[np.ndarray, " channel"]:
    """Return the same from values at random rows (points of S) and columns (of the rest)."""
    require_variance(values)
    return beyond(values - values.mean())


def beyond(matrix: Float64[np.ndarray, "row column"]) -> Float64[np.ndarray, " channel"]:
    """Return the fraction of a matrix's squared norm beyond rank r, r = 0, 1, 2, ..."""
    squares = np.linalg.svd(matrix, compute_uv=False) ** 2
    total = squares.sum()
    if total <= np.finfo(np.float64).tiny:
        raise ValueError("The target has the same value everywhere: its variance is 0.")
    left = np.concatenate([squares[::-1].cumsum()[::-1], [0.0]])
    return np.asarray(left / total)


def largest_errors(last: Constituent, grid: int) -> Float64[np.ndarray, " channel"]:
    """Return the largest error of r channels for a function of two variables, r = 0, 1, 2, ...

    Channels are the singular ones on a uniform grid, of the constituent minus its mean. Whatever
    its two inputs are, a target with this last constituent needs at most r + 1 channels for the
    square of that error: one is constant, since its mean may differ from the constituent's.
    """
    axis = np.linspace(0.0, 1.0, grid)
    values = last(np.stack(np.meshgrid(axis, axis, indexing="ij"), axis=-1))
    rest, errors = values - values.mean(), []
    left, strengths, right = np.linalg.svd(rest)
    for one, strength, other in zip(left.T, strengths, right, strict=True):
        errors.append(float(np.abs(rest).max()))
        rest = rest - strength * np.outer(one, other)
    return np.array(errors)


def channels(left: Float64[np.ndarray, " channel"], error: float) -> int:
    """Return the least number of channels that leave at most the fraction ``error``."""
    return int((left > error).sum())


def _product_weights(weights: Float64[np.ndarray, " place"], axes: int) -> np.ndarray:
    return reduce(np.kron, [weights] * axes)
