"""The exact step of the directions under constant forces, whatever its length.

du/dt = (I - u u^T) F turns u towards F. For a constant F of length f in the direction e, and
c = <u, e> at the start,

    u(t) = [u + (sinh(f t) + c (cosh(f t) - 1)) e] / (cosh(f t) + c sinh(f t)).

A neuron that has reached its direction stays there for all step lengths, where an explicit step
would be unstable. With forces from the middle of the step, it is of second order.
"""

import numpy as np

from compsparse.studies.emergence.arrays import ByNeuron, Neurons

_LARGEST_EXPONENT = 30.0  # by then u has the direction of F to all digits
_SMALLEST = np.finfo(np.float64).tiny  # a zero force has no direction, and needs none


def rotation_step(
    coordinates: Neurons, beside: ByNeuron, force: Neurons, time: float
) -> tuple[Neurons, ByNeuron]:
    """Return coordinates and ``beside``, the squared length beside them, after ``time``."""
    size = np.sqrt(np.einsum("ij,ij->i", force, force))
    unit = force / np.maximum(size, _SMALLEST)[:, None]
    along = np.maximum(-1.0, np.minimum(1.0, np.einsum("ij,ij->i", coordinates, unit)))
    exponent = np.minimum(size * time, _LARGEST_EXPONENT)
    up, down = 0.5 * (1.0 + along), 0.5 * (1.0 - along)
    push = up * np.expm1(exponent) - down * np.expm1(-exponent)
    growth = up * np.exp(exponent) + down * np.exp(-exponent)
    turned = (coordinates + push[:, None] * unit) / growth[:, None]
    rest = beside / growth**2
    # unit vectors up to rounding, which would add up over many steps
    square = np.einsum("ij,ij->i", turned, turned) + rest
    return np.asarray(turned / np.sqrt(square)[:, None]), np.asarray(rest / square)
