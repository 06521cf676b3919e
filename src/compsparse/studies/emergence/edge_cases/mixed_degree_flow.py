"""Forces for activations of several degrees: sums of the terms of single Hermite polynomials.

For s = sum_j c_j h_j, E[s(<u, x>) s(<v, x>)] = phi(<u, v>) with phi(q) = sum_j c_j^2 q^j. So loss,
forces and growth are those of ``population`` with q^k replaced by phi(q) and k q^(k-1) by phi'(q).
At a random start the term of the lowest degree, the information exponent k, is the largest one: an
isolated neuron escapes at T = 1 / (2 k (k - 2) c_k^2 a M_0^(k-2)).
"""

from collections.abc import Mapping

import numpy as np
from jaxtyping import Float64

from compsparse.studies.emergence.flow.forces import FlowState, ForceLaw, Forces, integer_power


def mixed_degree(squared_coefficients: Mapping[int, float]) -> ForceLaw:
    """Return the law of coupled forces for an activation; the flow's order is its lowest degree.

    Degrees j are above 1; their squared coefficients c_j^2 are positive and have the sum 1.
    """
    lowest = min(squared_coefficients)

    def law(state: FlowState) -> Forces:
        directions, coordinates, active = len(state.amplitudes), state.coordinates, state.active
        value, slope = kernel(coordinates[:, :directions], squared_coefficients)
        gain = value @ state.amplitudes
        pulls = slope * state.amplitudes
        value, slope = kernel(coordinates @ coordinates[active].T, squared_coefficients)
        # a neuron does not push itself, but its load includes its whole strength
        itself = (active, np.arange(len(active)))
        value[itself] = slope[itself] = 0.0
        load = value @ state.strengths[active] + state.strengths
        slope *= -state.strengths[active]
        force = slope @ coordinates[active]
        force[:, :directions] += pulls
        force /= lowest
        return Forces(force, gain, load)

    return law


def kernel(
    overlaps: Float64[np.ndarray, "row column"], squared_coefficients: Mapping[int, float]
) -> tuple[Float64[np.ndarray, "row column"], Float64[np.ndarray, "row column"]]:
    """Return phi and its derivative, elementwise, at overlaps; degrees are above 1."""
    lowest, *higher = sorted(squared_coefficients)
    power = integer_power(overlaps, lowest - 1)
    passed = lowest
    value = squared_coefficients[lowest] * power  # phi(q) / q until the end
    slope = lowest * value
    for degree in higher:
        for _ in range(degree - passed):
            power *= overlaps
        passed = degree
        term = squared_coefficients[degree] * power
        value += term
        term *= degree
        slope += term
    value *= overlaps
    return value, slope
