"""The flow for k = 2, where neurons do not specialize: an exact Riccati step of G = W^T W.

With s = h_2, the student depends on its weights W through G = sum_i w_i w_i^T only, the teacher is
A = diag(a_p), the loss |A - G|^2 (Frobenius), and the flow of document 003's companion on quadratic
networks is dG/dt = 4 (A G + G A - 2 G^2), with a loss E[(f* - f)^2] without a factor 1/2. It is
solved by G(t) = E (I + G_0 D)^-1 G_0 E with E = exp(4 A t) and D = (exp(8 A t) - I) A^-1, where D
is 8 t on directions outside the teacher's span.

Any factor W of G may be moved instead of G: with S = I + W D W^T, G(t) = (L^-1 W E)^T (L^-1 W E)
where S = L L^T. Entries of W span half as many orders of magnitude as those of G, and S has as many
rows as the student has neurons, whatever the input's dimension.

While all other directions are settled or still unseen, direction p is alone: dG_pp/dt = 8 G_pp
(a_p - G_pp). It begins at what the columns of the stronger directions leave of its own column of W.
For m independent neurons that is r_0 (m - p + 1) / d on average, and half of a_p is learned at
T_p = ln(a_p / G_pp(0) - 1) / (8 a_p).
"""

import numpy as np
from jaxtyping import Float64

from compsparse.studies.emergence.arrays import ByDirection, ByTime

ByCoordinate = Float64[np.ndarray, " coordinate"]
Factor = Float64[np.ndarray, "row coordinate"]


def factor_step(
    factor: Factor, amplitudes: ByCoordinate, time: float, *, compete: bool = True
) -> Factor:
    """Return a factor W of G = W^T W after ``time``, exact for G.

    ``amplitudes`` are eigenvalues of the teacher in these coordinates, zero outside its span.
    ``time`` is at most about 60 / (8 max amplitude) per call, or the exponentials lose all digits.
    Its rows are the neurons at the start only; later they are the neurons up to a rotation, which
    leaves the loss unchanged (``quadratic_neurons`` follows the neurons themselves). Without
    ``compete``, each row is a neuron alone.
    """
    per = _per_amplitude(amplitudes, time)
    spread = (factor * per) @ factor.T
    if not compete:
        spread = np.diag(np.diag(spread))
    spread[np.diag_indices_from(spread)] += 1.0
    moved = np.linalg.solve(np.linalg.cholesky(spread), factor)
    return np.asarray(moved * np.exp(4.0 * amplitudes * time))


def factor_loss(factor: Factor, amplitudes: ByCoordinate) -> float:
    """Return |A - G|^2 of G = W^T W, the loss up to the constant of the mean, normalized h_2."""
    # without a matrix of the size of G
    overlap = float(amplitudes @ (factor**2).sum(axis=0))
    return float((amplitudes**2).sum()) - 2 * overlap + float(((factor @ factor.T) ** 2).sum())


def learning_time(amplitude: float, initial: float) -> float:
    """Return when a direction alone has learned half its amplitude, from G_pp = ``initial``."""
    if not 0 < initial < amplitude / 2:
        raise ValueError(
            f"The direction starts at {initial:g}; it must be above 0 and below half of its "
            f"amplitude {amplitude:g}."
        )
    return float(np.log(amplitude / initial - 1.0) / (8.0 * amplitude))


def lone_loss(time: ByTime, amplitudes: ByDirection, learned: ByDirection) -> ByTime:
    """Return the loss of directions that are each alone; half of a_p is learned at ``learned``."""
    # alone, G_pp is logistic: a_p / (1 + exp(-8 a_p (t - T_p)))
    left = amplitudes / (1.0 + np.exp(np.minimum(8 * amplitudes * (time[:, None] - learned), 500)))
    return np.asarray((left**2).sum(axis=1))


def _per_amplitude(amplitudes: ByCoordinate, time: float) -> ByCoordinate:
    """Return the diagonal of D."""
    per = np.full_like(amplitudes, 8.0 * time)
    learned = amplitudes != 0
    per[learned] = np.expm1(8.0 * amplitudes[learned] * time) / amplitudes[learned]
    return per
