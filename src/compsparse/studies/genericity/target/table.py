"""Functions on n bits by their 2^n values: profiles of degrees under shifts, exactly."""

import numpy as np
from jaxtyping import Float64

from compsparse.studies.genericity.target.polynomial import degree_weights, spectrum

MOST_BITS = 22  # 4 million values
# a root of multiplicity m is found to the m-th root of rounding errors
_SPREAD, _ZERO = 1e-2, 1e-6


def require_bits(bits: int) -> None:
    """Refuse tables that are too large.

    Raises:
        ValueError: too many bits.
    """
    if not 1 <= bits <= MOST_BITS:
        raise ValueError(f"Exact profiles are for 1 to {MOST_BITS} bits, not {bits}.")


def majority(bits: int) -> Float64[np.ndarray, " point"]:
    """Return the majority of an odd number of signs.

    Raises:
        ValueError: an even number, or too many.
    """
    require_bits(bits)
    if bits % 2 == 0:
        raise ValueError(f"A majority needs an odd number of bits, not {bits}.")
    return np.asarray(np.sign(bits - 2.0 * np.bitwise_count(np.arange(2**bits))))


def random_polynomial(
    bits: int, degree: int, random: np.random.Generator
) -> Float64[np.ndarray, " set"]:
    """Return normal coefficients of all sets up to a degree, each degree with the same variance."""
    require_bits(bits)
    sizes = np.bitwise_count(np.arange(2**bits))
    found = random.standard_normal(2**bits) * ((sizes >= 1) & (sizes <= degree))
    for size in range(1, degree + 1):
        found[sizes == size] /= np.sqrt((found[sizes == size] ** 2).sum())
    return np.asarray(found)


def symmetric_polynomial(bits: int, random: np.random.Generator) -> Float64[np.ndarray, " set"]:
    """Return coefficients that are equal for all sets of a size, each degree of variance 1."""
    sizes = np.bitwise_count(np.arange(2**bits))
    numbers = np.bincount(sizes)
    by_size = random.standard_normal(bits + 1) / np.sqrt(numbers)
    by_size[0] = 0.0
    return np.asarray(by_size[sizes])


def shifted(coefficients: Float64[np.ndarray, " set"], shift: float) -> Float64[np.ndarray, " set"]:
    """Return the coefficients of f(x + c): a set gets c^(what it lacks) of those that hold it."""
    found = np.array(coefficients)
    half = 1
    while half < len(found):
        pairs = found.reshape(-1, 2, half)
        pairs[:, 0] += shift * pairs[:, 1]
        half *= 2
    return found


def bad_shifts(coefficients: Float64[np.ndarray, " set"]) -> Float64[np.ndarray, " shift"]:
    """Return the shifts at which no linear part is left, of a function that is not constant.

    The linear coefficient of a variable is a polynomial in c, of the coefficients of the sets that
    hold it, by what they have beside it: bad shifts are the real roots that all variables share.
    """
    sets = np.arange(len(coefficients))
    sizes = np.bitwise_count(sets)
    bits = int(sizes.max())
    rows = np.empty((bits, bits))
    for variable in range(bits):
        holds = (sets >> variable) & 1 == 1
        rows[variable] = np.bincount(sizes[holds] - 1, coefficients[holds], minlength=bits)
    largest = rows[np.argmax(np.abs(rows).max(axis=1))]
    roots = np.polynomial.Polynomial(np.trim_zeros(largest, "b")).roots()
    real = roots.real[np.abs(roots.imag) < _SPREAD]
    value = np.abs(np.polynomial.polynomial.polyval(real, rows.T)).max(axis=0)
    scale = np.polynomial.polynomial.polyval(np.abs(real), np.abs(rows).T).max(axis=0)
    found = np.sort(real[value <= _ZERO * np.maximum(scale, np.abs(rows).max())])
    return np.asarray(found[np.diff(found, prepend=-np.inf) > _SPREAD])


def profile(coefficients: Float64[np.ndarray, " set"]) -> Float64[np.ndarray, " degree"]:
    """Return the share of each degree, from 1, in the variance.

    Raises:
        ValueError: the variance is 0.
    """
    weights = degree_weights(coefficients)[1:]
    if not weights.sum() > 0:
        raise ValueError("The function is constant: its variance is 0.")
    return np.asarray(weights / weights.sum())


def linear_weight(values: Float64[np.ndarray, " point"]) -> float:
    """Return the sum of squared linear coefficients of a function of values +1 and -1."""
    return float(degree_weights(spectrum(values))[1])
