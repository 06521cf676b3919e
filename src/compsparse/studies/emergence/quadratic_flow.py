"""The flow for k = 2, where neurons do not specialize: an exact Riccati step of G = W^T W.

With s = h_2, the student depends on its weights W through G = sum_i w_i w_i^T only, the teacher is
A = diag(a_p), the loss |A - G|^2 (Frobenius), and the flow of document 003's companion on quadratic
networks is dG/dt = 4 (A G + G A - 2 G^2), with a loss E[(f* - f)^2] without a factor 1/2. It is
solved by G(t) = E (I + G_0 D)^-1 G_0 E with E = exp(4 A t) and D = (exp(8 A t) - I) A^-1, where D
is 8 t on directions outside the teacher's span.
"""

import numpy as np
from jaxtyping import Float64


def riccati_step(
    gram: Float64[np.ndarray, "coordinate coordinate"],
    amplitudes: Float64[np.ndarray, " coordinate"],
    time: float,
) -> Float64[np.ndarray, "coordinate coordinate"]:
    """Return G after ``time``; exact, whatever the time.

    Args:
        gram: G at the start, symmetric and positive semidefinite.
        amplitudes: eigenvalues of the teacher in these coordinates; zero outside its span.
        time: at most about 60 / (8 max amplitude) a call, or the exponentials lose all digits.
    """
    growth = np.exp(4.0 * amplitudes * time)
    per = np.full_like(amplitudes, 8.0 * time)
    learned = amplitudes != 0
    per[learned] = np.expm1(8.0 * amplitudes[learned] * time) / amplitudes[learned]
    solved = np.linalg.solve(np.eye(len(gram)) + gram * per, gram)
    result = growth[:, None] * solved * growth
    return np.asarray(0.5 * (result + result.T))


def quadratic_loss(
    gram: Float64[np.ndarray, "coordinate coordinate"],
    amplitudes: Float64[np.ndarray, " coordinate"],
) -> float:
    """Return |A - G|^2, the loss up to the constant of the mean, with normalized h_2."""
    return float(((np.diag(amplitudes) - gram) ** 2).sum())
