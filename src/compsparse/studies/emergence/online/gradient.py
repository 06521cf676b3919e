"""The student's loss gradient by hand, for runs on a leading axis: two products of matrices.

The student is f(x) = sum_i |w_i|^2 h_k(<x, u_i>) with u_i = w_i / rho_i and rho_i = |w_i|. With
z = <x, u_i>, the gradient of neuron i's term is rho_i [(2 h(z) - z h'(z)) u_i + h'(z) x].
"""

import math

import numpy as np
from jaxtyping import Float

ORDERS = (2, 3, 4)  # the polynomials written out below


def value_and_slope(
    order: int, z: Float[np.ndarray, "..."]
) -> tuple[Float[np.ndarray, "..."], Float[np.ndarray, "..."]]:
    """Return h_order(z) and its derivative, in the precision of ``z``.

    Raises:
        ValueError: another order than 2, 3 or 4.
    """
    square = z * z
    if order == 2:
        return (square - 1) * math.sqrt(1 / 2), z * math.sqrt(2)
    if order == 3:
        return z * (square - 3) * math.sqrt(1 / 6), (square - 1) * math.sqrt(3 / 2)
    if order == 4:
        slope = z * (square - 3) * math.sqrt(2 / 3)
        return (square * (square - 6) + 3) * math.sqrt(1 / 24), slope
    raise ValueError(f"The order of the activation is {order}; allowed: {ORDERS}.")


def teacher_output(
    order: int,
    amplitudes: Float[np.ndarray, " direction"],
    inputs: Float[np.ndarray, "run sample dimension"],
) -> Float[np.ndarray, "run sample"]:
    """Return f*(x) of inputs whose first coordinates lie along the teacher's directions."""
    value, _ = value_and_slope(order, inputs[:, :, : len(amplitudes)])
    return np.asarray(value @ amplitudes)


def loss_gradient(
    order: int,
    weights: Float[np.ndarray, "run neuron dimension"],
    inputs: Float[np.ndarray, "run sample dimension"],
    labels: Float[np.ndarray, "run sample"],
) -> Float[np.ndarray, "run neuron dimension"]:
    """Return the gradient of the mean over samples of (f(x) - y)^2."""
    norms = np.sqrt(np.einsum("rnd,rnd->rn", weights, weights))[:, None, :]
    z = inputs @ weights.transpose(0, 2, 1) / norms
    value, slope = value_and_slope(order, z)
    error = np.einsum("rsn,rn->rs", value, norms[:, 0] ** 2) - labels
    error *= 2.0 / inputs.shape[1]
    along = np.einsum("rs,rsn->rn", error, 2 * value - z * slope)
    slope *= error[:, :, None] * norms
    gradient = slope.transpose(0, 2, 1) @ inputs
    gradient += along[:, :, None] * weights
    return np.asarray(gradient)
