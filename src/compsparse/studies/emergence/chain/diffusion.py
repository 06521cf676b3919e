"""The median steps that theory predicts for the chain at a finite step: a diffusion in one number.

While the neuron is weak, its own output takes no part in the error, and the overlap m alone is a
Markov chain (``chain.single_index``). To second order in q = -2 eta e, a step changes it by

    q h'(z_1) z_2 b - q^2 [2 h h' z_2 b + m h'^2 (z_2^2 + |rest|^2) / 2],    b = sqrt(1 - m^2).

Its mean and variance, exact by Gaussian quadrature, are the drift and the diffusion of a process in
continuous time, whose probability of not having learned yet solves the backward equation. Nothing
is fitted and nothing is drawn. As eta goes to zero, the noise vanishes and the population flow
remains.

It holds where no single sample moves the overlap far: the step in units of the overlap at the start
is of order c d^(-1) at k = 3 and c d^(-3/2) at k = 4, times a polynomial of degree 2 k in Gaussian
numbers, whose rare large values it neglects.
"""

import numpy as np
from jaxtyping import Float64
from scipy.linalg import solve_banded

from compsparse.studies.emergence.chain.single_index import Start
from compsparse.studies.emergence.hermite import value_and_slope

ByOverlap = Float64[np.ndarray, " overlap"]
_LEARNED = 0.5  # of the squared overlap, as for runs of the chain
_CELLS = 400  # of the overlap; half as many change no median by more than 0.2 %
_NODES = 16  # exact for polynomials of degree 31; squares of errors times slopes have less
_STEPS = 100  # in the time that the population flow needs
_SMOOTHING = 4  # implicit steps that damp the jump at the ends
_LONGEST = 100  # times the flow's: where noise dominates, the search has no median


def predicted_median(
    order: int, dimension: int, amplitude: float, step_size: float, start: Start
) -> float:
    """Return the median steps until the squared overlap exceeds one half; ``order`` is 2, 3 or 4.

    Labels have noise of the variance 1 - ``amplitude``^2; the step size is for the squared error
    without a factor 1/2. ValueError where a step is so large that half of the runs never learn.
    """
    edge = np.sqrt(_LEARNED)
    overlap = np.linspace(-edge, edge, _CELLS + 1)[1:-1]
    width = 2 * edge / _CELLS
    drift, variance = step_moments(order, dimension, amplitude, step_size, overlap)
    spread, push = variance / (2 * width**2), drift / (2 * width)
    # where the drift outweighs the noise within a cell, one-sided differences keep rates positive
    one_sided = np.abs(push) > spread
    up = spread + np.where(one_sided, np.maximum(2 * push, 0.0), push)
    down = spread + np.where(one_sided, np.maximum(-2 * push, 0.0), -push)
    weight = _start_law(start, dimension, overlap)
    scale = dimension ** (0.5 * order - 1) / (2 * order * amplitude * step_size)
    step = scale / _STEPS
    waiting, before, time = np.ones_like(overlap), 1.0, 0.0
    for index in range(_LONGEST * _STEPS):
        implicit = 1.0 if index < _SMOOTHING else 0.5
        waiting = _advance(waiting, up, down, step, implicit)
        now = float(weight @ waiting)
        if now < 0.5:
            return float(time + step * (before - 0.5) / (before - now))
        before, time = now, time + step
    raise ValueError(
        f"At k = {order}, d = {dimension}, a = {amplitude:g} and a step of {step_size:g}, half of "
        "the runs never learn: the noise of the steps outweighs the drift. Take a smaller step."
    )


def step_moments(
    order: int, dimension: int, amplitude: float, step_size: float, overlap: ByOverlap
) -> tuple[ByOverlap, ByOverlap]:
    """Return mean and variance of what one step adds to the overlap, to second order in it."""
    node, weight = np.polynomial.hermite_e.hermegauss(_NODES)
    weight = weight / weight.sum()
    z1, z2, m = node[:, None, None], node[:, None], overlap
    chance = weight[:, None, None] * weight[:, None]
    beside = np.sqrt(1 - m**2)
    value, slope = value_and_slope(order, z1)
    label = amplitude * value_and_slope(order, m * z1 + beside * z2)[0]
    q = 2 * step_size * label
    q_squared = 4 * step_size**2 * (label**2 + 1 - amplitude**2)
    along = slope * z2 * beside
    turned_back = 2 * value * along + m * slope**2 * (z2**2 + dimension - 2) / 2
    drift = (chance * (q * along - q_squared * turned_back)).sum(axis=(0, 1))
    variance = (chance * q_squared * along**2).sum(axis=(0, 1))
    return np.asarray(drift), np.asarray(variance)


def _start_law(start: Start, dimension: int, overlap: ByOverlap) -> ByOverlap:
    """Return the weights of cells at the start; a fixed start lies between two cells."""
    if start == "random":
        # runs start at the size of the overlap
        density = np.where(overlap >= 0, (1 - overlap**2) ** ((dimension - 3) / 2), 0.0)
        return np.asarray(density / density.sum())
    fixed = dimension**-0.5
    hat = 1 - np.abs(overlap - fixed) / (overlap[1] - overlap[0])
    return np.asarray(np.maximum(hat, 0.0))


def _advance(
    waiting: ByOverlap, up: ByOverlap, down: ByOverlap, step: float, implicit: float
) -> ByOverlap:
    """Advance the backward equation by one step; beyond both ends all runs have learned."""
    padded = np.pad(waiting, 1)
    change = up * (padded[2:] - waiting) + down * (padded[:-2] - waiting)
    known = waiting + (1 - implicit) * step * change
    bands = np.zeros((3, len(waiting)))
    bands[0, 1:] = -implicit * step * up[:-1]
    bands[1] = 1 + implicit * step * (up + down)
    bands[2, :-1] = -implicit * step * down[1:]
    return np.asarray(solve_banded((1, 1), bands, known))
