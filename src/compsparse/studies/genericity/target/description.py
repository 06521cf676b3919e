"""A target as params.yaml describes it, and as a run draws it."""

import re
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64

from compsparse.studies.genericity.target.polynomial import Inputs, Polynomial

_PRODUCT = re.compile(r"(?:(-?\d+(?:\.\d+)?)\*)?(\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)")


def read_product(text: str) -> tuple[float, list[int]]:
    """Return weight and variables, from 0, of a product such as "1..10", "0.5*1,4" or "3".

    Raises:
        ValueError: anything else.
    """
    match = _PRODUCT.fullmatch(text.replace(" ", ""))
    if match is None:
        raise ValueError(
            f'A product is written as "1..10", "1,4" or "0.5*1..3", variables counted from 1, not '
            f"{text!r}."
        )
    weight, listed = match.groups()
    variables: list[int] = []
    for part in listed.split(","):
        first, _, last = part.partition("..")
        variables += range(int(first) - 1, int(last or first))
    return float(weight or 1), variables


@dataclass(frozen=True)
class Target:
    """A polynomial on signs, seen from a shifted origin or on biased inputs.

    Attributes:
        products: as ``read_product`` has them.
        shift: c, added to each input.
        probability: of +1, for each input.
    """

    products: tuple[str, ...]
    shift: float = 0.0
    probability: float = 0.5

    def polynomial(self, variables: int) -> Polynomial:
        """Return the polynomial; see there for what is refused."""
        return Polynomial(variables, [read_product(text) for text in self.products])

    def cut(self, variables: int) -> "Target":
        """Return the same with at most so many variables of each product, equal ones taken once."""
        products = {}
        for text in self.products:
            weight, listed = read_product(text)
            named = ",".join(str(variable + 1) for variable in listed[:variables])
            products[named] = f"{weight:g}*{named}"
        return Target(tuple(products.values()), self.shift, self.probability)

    def grown(self, more: int) -> "Target":
        """Return the same with so many more variables in each product, the next ones."""
        products = []
        for text in self.products:
            weight, listed = read_product(text)
            last = max(listed) + 1
            added = range(last, last + more)
            named = ",".join(str(variable + 1) for variable in (*listed, *added))
            products.append(f"{weight:g}*{named}")
        return Target(tuple(products), self.shift, self.probability)

    @property
    def inputs(self) -> Inputs:
        """The law of what the polynomial reads."""
        biased = Inputs.biased(self.probability)
        return Inputs(biased.mean + self.shift, biased.deviation)


@dataclass(frozen=True)
class DrawnTarget:
    """A target of a run: variables in another order and with other signs, standardized.

    Attributes:
        target: its description.
        polynomial: before the variables are moved.
        order: the variable that stands at each place.
        signs: of each variable.
    """

    target: Target
    polynomial: Polynomial
    order: np.ndarray
    signs: np.ndarray

    @classmethod
    def draw(cls, target: Target, variables: int, random: np.random.Generator) -> "DrawnTarget":
        """Return a random order; signs too, where inputs are fair and not shifted."""
        fair = target.shift == 0 and target.probability == 0.5
        signs = random.choice([-1.0, 1.0], variables) if fair else np.ones(variables)
        return cls(target, target.polynomial(variables), random.permutation(variables), signs)

    def inputs(self, uniform: Float64[np.ndarray, "example n"]) -> Float64[np.ndarray, "example n"]:
        """Return signs of the target's law, made of uniform numbers that all targets share."""
        return np.where(uniform < self.target.probability, 1.0, -1.0)

    def values(self, x: Float64[np.ndarray, "example n"]) -> Float64[np.ndarray, " example"]:
        """Return the values, of mean 0 and variance 1: the shift is of the inputs."""
        mean, deviation = self.polynomial.moments(self.target.inputs)
        moved = (x * self.signs)[:, self.order] + self.target.shift
        return (self.polynomial.values(moved) - mean) / deviation
