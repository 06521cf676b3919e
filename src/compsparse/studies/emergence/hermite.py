"""Hermite polynomials, normalized under the standard normal law: E[h_j(z) h_k(z)] = 1{j = k}.

E[h_k(<u, x>) h_k(<v, x>)] = <u, v>^k for unit vectors u, v and a standard normal x.
"""

import math

import numpy as np
from jaxtyping import Float, Float64
from numpy.polynomial import hermite_e

ORDERS = (2, 3, 4)  # with explicit polynomials below


def hermite(order: int, x: Float64[np.ndarray, "..."]) -> Float64[np.ndarray, "..."]:
    """Return h_order(x), elementwise."""
    coefficients = np.zeros(order + 1)
    coefficients[order] = 1.0 / math.sqrt(math.factorial(order))
    return np.asarray(hermite_e.hermeval(x, coefficients))


def hermite_derivative(order: int, x: Float64[np.ndarray, "..."]) -> Float64[np.ndarray, "..."]:
    """Return the derivative of h_order at x, elementwise: sqrt(order) h_{order - 1}(x)."""
    if order == 0:
        return np.zeros_like(x)
    return np.asarray(math.sqrt(order) * hermite(order - 1, x))


def value_and_slope(
    order: int, z: Float[np.ndarray, "..."]
) -> tuple[Float[np.ndarray, "..."], Float[np.ndarray, "..."]]:
    """Return h_order(z) and its derivative, fast, in the precision of ``z``; order 2, 3 or 4."""
    square = z * z
    if order == 2:
        return (square - 1) * math.sqrt(1 / 2), z * math.sqrt(2)
    if order == 3:
        return z * (square - 3) * math.sqrt(1 / 6), (square - 1) * math.sqrt(3 / 2)
    if order == 4:
        slope = z * (square - 3) * math.sqrt(2 / 3)
        return (square * (square - 6) + 3) * math.sqrt(1 / 24), slope
    raise ValueError(f"The order of the activation is {order}; allowed: {ORDERS}.")
