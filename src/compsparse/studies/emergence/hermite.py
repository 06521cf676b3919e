"""Hermite polynomials, normalized under the standard normal law: E[h_j(z) h_k(z)] = 1{j = k}.

They turn expectations over Gaussian inputs into powers of overlaps: for unit vectors u and v and a
standard normal x, E[h_k(<u, x>) h_k(<v, x>)] = <u, v>^k, and zero for different orders.
"""

import math

import numpy as np
from jaxtyping import Float64
from numpy.polynomial import hermite_e


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
