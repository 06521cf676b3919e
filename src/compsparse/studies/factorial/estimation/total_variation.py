"""Total variation distances of document 004, Section 3.2: half of the summed absolute difference.

The document's distance is that of joint distributions of (x, y). Where two of them share the
marginal of x, it is the mean over that marginal of the distance between the rows.
"""

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
    """Return the distance of rows p(. | x) and q(. | x), averaged over the marginal of x.

    It is the distance of the joint distributions marginal(x) p(y | x) and marginal(x) q(y | x).
    """
    return 0.5 * float(marginal @ np.abs(p - q).sum(axis=1))
