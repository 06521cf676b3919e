"""sin x: Horner's scheme in u = x^2.

sin x = x h_0 with h_k = a_k - u h_(k+1) and a_k = 1 / (2 k + 1)!, from h_K = a_K on. All h_k lie
between 0 and a_k, so that they need fewer places the higher k is.

Error in units of 2^-m, codes of n = m + 2 places, w = m + g places behind the point in between:

- the code falls short by 1/4 unit, which costs at most 1/4 since the derivative is at most 1;
- the series ends with a term below 1 / (2 K + 3)! <= 2^-(m + 4): 1/16;
- constants and products are cut to w places. In h_k - a_k = -u h_(k+1) the two cuts have opposite
  signs, so that each step adds less than 2^-w to the size of the error of h_(k+1) times u < 1; K
  steps and a_K make less than K + 1 of them. The cut of u costs at most 1/6 of one, since
  |dh_0 / du| <= 1/6; the last product less than 1. In all less than (K + 3) 2^-w, and g makes that
  at most 3/16.

Together at most 1/2; rounding adds at most 1/2.
"""

from collections.abc import Sequence
from math import factorial

import numpy as np

from compsparse.studies.circuits.arithmetic import fixed_point, multiplication, subtraction
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.finite_precision.real_functions.real_function import RealFunction


def last_term(places: int) -> int:
    """Return K, the least one with 1 / (2 K + 3)! <= 2^-(places + 4)."""
    last = 0
    while factorial(2 * last + 3) < 2 ** (places + 4):
        last += 1
    return last


def guard_places(places: int) -> int:
    """Return g, the least one with (K + 3) 2^-g <= 3/16."""
    whole = -(-16 * (last_term(places) + 3) // 3)
    return (whole - 1).bit_length()


def _gates(builder: Builder, codes: Sequence[Sequence[int]], places: int) -> list[int]:
    code = codes[0]
    width = places + guard_places(places)
    squared = multiplication.square(builder, code)
    squared = squared[max(0, 2 * len(code) - width) :]  # at most width places
    last = last_term(places)
    result: list[int] = []  # no h beyond the last term
    for term in range(last, -1, -1):
        coefficient = 2**width // factorial(2 * term + 1)
        constant = fixed_point.constant_number(builder, coefficient, coefficient.bit_length())
        taken = multiplication.product(builder, squared, result)[len(squared) :]
        result = subtraction.difference(builder, constant, taken[: len(constant)])
    value = multiplication.product(builder, code, result)[len(code) :]
    return fixed_point.rounded(builder, value, width, places)


SINE = RealFunction(
    name="sine",
    formula="sin x",
    coordinates=1,
    true=np.sin,
    code_places=lambda places: places + 2,
    gates=_gates,
    size_degree=3,  # K < m products of up to m + g places; K grows as m / log m
    depth_degree=2,  # one after the other
)
