"""Total variation: half of the summed absolute difference (document 004, Section 3.2)."""

import numpy as np
from jaxtyping import Float64


def total_variation(p: Float64[np.ndarray, " *cells"], q: Float64[np.ndarray, " *cells"]) -> float:
    """Return the distance of two distributions on the same cells, from 0 to 1."""
    return 0.5 * float(np.abs(p - q).sum())


def conditional_total_variation(
    p: Float64[np.ndarray, "x y"],
    q: Float64[np.ndarray, "x y"],
    marginal: Float64[np.ndarray, " x"],
) -> float:
    """Return the distance of marginal(x) p(y | x) and marginal(x) q(y | x): a mean over rows."""
    return 0.5 * float(marginal @ np.abs(p - q).sum(axis=1))
