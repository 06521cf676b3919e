"""The flow of G = W^T W in closed form, which steps of its factors are held against."""

import numpy as np
from jaxtyping import Float64

from compsparse.studies.emergence.edge_cases.quadratic_flow import ByCoordinate

Gram = Float64[np.ndarray, "coordinate coordinate"]


def riccati_step(gram: Gram, amplitudes: ByCoordinate, time: float) -> Gram:
    """Return G(t) = E (I + G_0 D)^-1 G_0 E; see ``quadratic_flow``."""
    growth = np.exp(4.0 * amplitudes * time)
    per = np.full_like(amplitudes, 8.0 * time)
    learned = amplitudes != 0
    per[learned] = np.expm1(8.0 * amplitudes[learned] * time) / amplitudes[learned]
    solved = np.linalg.solve(np.eye(len(gram)) + gram * per, gram)
    result = growth[:, None] * solved * growth
    return np.asarray(0.5 * (result + result.T))


def quadratic_loss(gram: Gram, amplitudes: ByCoordinate) -> float:
    """Return |A - G|^2."""
    return float(((np.diag(amplitudes) - gram) ** 2).sum())
