"""Hops: the task of k-fold composition (document 003, Part II, 'k-fold composition').

Permutations of N symbols are rows of integers. ``hidden[i]`` is pi_i, which is fixed and unknown;
``read[i]`` is sigma_i, which is fresh in every sequence. A single hop is sigma_i(pi_i(j)), and r
hops from i pass through the indices i, i + 1, ..., i + r - 1, modulo k (the cyclic variant).
"""

import numpy as np
from jaxtyping import Int64


def permutations(
    random: np.random.Generator, *shape: int, symbols: int
) -> Int64[np.ndarray, "*shape symbol"]:
    """Return independent uniform permutations of ``symbols`` symbols, shaped by ``shape``."""
    return random.random((*shape, symbols)).argsort(axis=-1)


def single_hops(
    read: Int64[np.ndarray, "*batch fold symbol"], hidden: Int64[np.ndarray, "*hidden fold symbol"]
) -> Int64[np.ndarray, "*batch fold symbol"]:
    """Return sigma_i(pi_i(j)) for every index i and symbol j."""
    return np.take_along_axis(read, np.broadcast_to(hidden, read.shape), axis=-1)


def doubled(
    hops: Int64[np.ndarray, "*batch fold symbol"], number: int
) -> Int64[np.ndarray, "*batch fold symbol"]:
    """Return 2r hops from r = ``number`` hops: r from i, then r from i + r where they led."""
    return np.take_along_axis(np.roll(hops, -number, axis=-2), hops, axis=-1)


def all_hops(
    read: Int64[np.ndarray, "*batch fold symbol"], hidden: Int64[np.ndarray, "*hidden fold symbol"]
) -> list[Int64[np.ndarray, "*batch fold symbol"]]:
    """Return 1, 2, 4, ..., k hops from every index and symbol; k must be a power of two.

    Raises:
        ValueError: k is no power of two.
    """
    found, number = [single_hops(read, hidden)], 1
    layers_needed(read.shape[-2])
    while number < read.shape[-2]:
        found.append(doubled(found[-1], number))
        number *= 2
    return found


def chain(
    single: Int64[np.ndarray, "*batch fold symbol"], start: Int64[np.ndarray, "*batch"]
) -> Int64[np.ndarray, "*batch fold"]:
    """Return where 1, 2, ..., k hops lead from the symbol ``start`` at the first index."""
    symbols = [start]
    for index in range(single.shape[-2]):
        last = symbols[-1][..., None]
        symbols.append(np.take_along_axis(single[..., index, :], last, axis=-1)[..., 0])
    return np.stack(symbols[1:], axis=-1)


def layers_needed(folds: int) -> int:
    """Return log2(k) + 1, the layers of the document's construction.

    Raises:
        ValueError: k is no power of two.
    """
    if folds < 1 or folds & (folds - 1):
        raise ValueError(f"k must be a power of two, such as 1, 2, 4 or 8; it is {folds}.")
    return folds.bit_length()
