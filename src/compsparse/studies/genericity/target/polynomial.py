"""Multilinear polynomials, and what a shift of the origin or biased inputs make of them.

On inputs of mean m and deviation s, x = m + s z, a product of k variables is
s^k (z_1 + m/s) ... (z_k + m/s), and products of different z are orthonormal: of signs, biased signs
and normal inputs alike. So a shift c of fair signs (m = c, s = 1) and a bias are one thing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
from jaxtyping import Bool, Float64, Int64

MOST_VARIABLES = 62  # bits of the numbers that stand for sets of variables
MOST_DEGREE = 20  # a product of k variables has 2^k terms after a shift


@dataclass(frozen=True)
class Inputs:
    """The law of each input: independent, of this mean and deviation.

    Attributes:
        mean: m; a shift c of fair signs has the mean c.
        deviation: s.
    """

    mean: float = 0.0
    deviation: float = 1.0

    @classmethod
    def biased(cls, probability: float) -> "Inputs":
        """Return signs that are +1 with this probability.

        Raises:
            ValueError: not between 0 and 1, both excluded.
        """
        if not 0 < probability < 1:
            raise ValueError(f"A bias is between 0 and 1, both excluded, not {probability:g}.")
        mean = 2 * probability - 1
        return cls(mean, float(np.sqrt(1 - mean**2)))


class Polynomial:
    """A sum of weighted products of different variables.

    Attributes:
        variables: n.
        weights: of the products.
        members: which variables each product has.
    """

    def __init__(self, variables: int, monomials: Sequence[tuple[float, Sequence[int]]]) -> None:
        """Take weights and variables, from 0, of the products.

        Raises:
            ValueError: no product, a variable that is not there or is named twice, a product of no
                variable, of weight 0, of too many variables, or given twice.
        """
        if not monomials:
            raise ValueError("A polynomial needs a product of variables at least.")
        seen = set()
        for weight, chosen in monomials:
            if len(set(chosen)) != len(chosen) or not 1 <= len(chosen) <= MOST_DEGREE:
                raise ValueError(
                    f"A product has 1 to {MOST_DEGREE} different variables, not {list(chosen)}."
                )
            if min(chosen) < 0 or max(chosen) >= variables:
                raise ValueError(
                    f"Variables are 0 to {variables - 1}, so {list(chosen)} is no product of them."
                )
            if weight == 0 or frozenset(chosen) in seen:
                raise ValueError(
                    f"The product {list(chosen)} has the weight 0 or stands twice; take it out."
                )
            seen.add(frozenset(chosen))
        self.variables = variables
        self.weights: Float64[np.ndarray, " product"] = np.array([w for w, _ in monomials], float)
        self.members: Bool[np.ndarray, "product n"] = np.zeros((len(monomials), variables), bool)
        for row, (_, chosen) in zip(self.members, monomials, strict=True):
            row[list(chosen)] = True

    def values(self, x: Float64[np.ndarray, "example n"]) -> Float64[np.ndarray, " example"]:
        """Return the values at inputs."""
        found = np.zeros(len(x))
        for weight, row in zip(self.weights, self.members, strict=True):
            found += weight * x[:, row].prod(axis=1)
        return found

    def terms(
        self, inputs: Inputs
    ) -> tuple[Int64[np.ndarray, " term"], Float64[np.ndarray, " term"]]:
        """Return sets of the variables that some product has, as bits, and coefficients in z.

        The empty set is among them; its coefficient is the mean.

        Raises:
            ValueError: too many variables to be bits of a number.
        """
        used = self.members[:, self.members.any(axis=0)]
        if used.shape[1] > MOST_VARIABLES:
            raise ValueError(
                f"Exact terms are of at most {MOST_VARIABLES} variables, not {used.shape[1]}."
            )
        sets, coefficients = [], []
        shift = inputs.mean / inputs.deviation
        for weight, row in zip(self.weights, used, strict=True):
            bits = np.flatnonzero(row)
            chosen = np.indices((2,) * len(bits)).reshape(len(bits), -1)
            sets.append((chosen * (1 << bits.astype(np.int64))[:, None]).sum(axis=0))
            left_out = len(bits) - chosen.sum(axis=0)
            coefficients.append(weight * inputs.deviation ** len(bits) * shift**left_out)
        named, place = np.unique(np.concatenate(sets), return_inverse=True)
        return named, np.bincount(place, np.concatenate(coefficients))

    def profile(self, inputs: Inputs) -> Float64[np.ndarray, " degree"]:
        """Return the share of each degree, from 1, in the variance.

        Raises:
            ValueError: the variance is 0; or see ``terms``.
        """
        sets, coefficients = self.terms(inputs)
        degrees = np.bitwise_count(sets)
        by_degree = np.bincount(degrees, coefficients**2)[1:]
        if not by_degree.sum() > 0:
            raise ValueError("The target is constant on these inputs: its variance is 0.")
        return np.asarray(by_degree / by_degree.sum())

    def footprint(self, inputs: Inputs) -> float:
        """Return the linear share of the variance, the sum of squared correlations with inputs."""
        return float(self.profile(inputs)[0])

    def moments(self, inputs: Inputs) -> tuple[float, float]:
        """Return mean and deviation."""
        sets, coefficients = self.terms(inputs)
        return float(coefficients[sets == 0].sum()), float(
            np.sqrt((coefficients[sets != 0] ** 2).sum())
        )

    @property
    def leap(self) -> int:
        """The least largest number of new variables that a product adds, over all orders.

        Abbe, Boix-Adsera, Misiakiewicz (arXiv 2302.11055). Of an order that always adds the product
        with the fewest new variables: what is known only grows, so no other order has less.
        """
        known, left, largest = np.zeros(self.variables, bool), list(self.members), 0
        while left:
            new = [int((row & ~known).sum()) for row in left]
            place = int(np.argmin(new))
            largest = max(largest, new[place])
            known |= left.pop(place)
        return largest


def parity_footprint(degree: int, inputs: Inputs) -> float:
    """Return the linear share of a product of k variables, in closed form.

    With c = mean over deviation: k c^(2 (k - 1)) / ((1 + c^2)^k - c^(2 k)).
    """
    c = inputs.mean / inputs.deviation
    return degree * c ** (2 * (degree - 1)) / ((1 + c**2) ** degree - c ** (2 * degree))


def hermite_footprint(degree: int, shift: float) -> float:
    """Return the linear share of He_k(t + c) of a normal t, in closed form.

    He_k(t + c) = sum_j C(k, j) c^(k - j) He_j(t), and He_j has the variance j!.
    """
    shares = []
    factorial = 1.0
    for j in range(1, degree + 1):
        factorial *= j
        shares.append(comb(degree, j) ** 2 * shift ** (2 * (degree - j)) * factorial)
    return shares[0] / sum(shares)


def spectrum(values: Float64[np.ndarray, " point"]) -> Float64[np.ndarray, " set"]:
    """Return the coefficients of all products of signs, of a function by its 2^n values.

    Bit i of a place says that variable i is -1 there, and of a set that it has variable i. A fast
    Walsh-Hadamard transform: n 2^n additions.

    Raises:
        ValueError: the number of values is no power of two.
    """
    size = len(values)
    if size < 2 or size & (size - 1):
        raise ValueError(f"A function on n bits has 2^n values, not {size}.")
    found = np.array(values, dtype=np.float64)
    half = 1
    while half < size:
        pairs = found.reshape(-1, 2, half)
        total, difference = pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]
        pairs[:, 0], pairs[:, 1] = total, difference
        half *= 2
    return found / size


def degree_weights(coefficients: Float64[np.ndarray, " set"]) -> Float64[np.ndarray, " degree"]:
    """Return the sum of squared coefficients by degree, from 0."""
    return np.bincount(np.bitwise_count(np.arange(len(coefficients))), coefficients**2)
