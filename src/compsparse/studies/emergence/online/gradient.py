"""The student's loss gradient by hand, for runs on a leading axis: two products of matrices.

The student is f(x) = sum_i |w_i|^2 h_k(<x, u_i>) with u_i = w_i / rho_i and rho_i = |w_i|. With
z = <x, u_i>, the gradient of neuron i's term is rho_i [(2 h(z) - z h'(z)) u_i + h'(z) x].
"""

import numpy as np
from jaxtyping import Float

from compsparse.studies.emergence.hermite import value_and_slope


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
    *,
    compete: bool = True,
) -> Float[np.ndarray, "run neuron dimension"]:
    """Return the gradient of the mean (f(x) - y)^2; without ``compete``, of each neuron alone."""
    norms = np.sqrt(np.einsum("rnd,rnd->rn", weights, weights))[:, None, :]
    z = inputs @ weights.transpose(0, 2, 1) / norms
    value, slope = value_and_slope(order, z)
    if compete:
        error = np.einsum("rsn,rn->rs", value, norms[:, 0] ** 2) - labels
        error *= 2.0 / inputs.shape[1]
        along = np.einsum("rs,rsn->rn", error, 2 * value - z * slope)
        error = error[:, :, None]
    else:
        error = value * norms**2 - labels[:, :, None]
        error *= 2.0 / inputs.shape[1]
        along = np.einsum("rsn,rsn->rn", error, 2 * value - z * slope)
    slope *= error * norms
    gradient = slope.transpose(0, 2, 1) @ inputs
    gradient += along[:, :, None] * weights
    return np.asarray(gradient)
