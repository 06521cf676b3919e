"""Slope of a line of which some values are known to be larger only."""

import numpy as np
from jaxtyping import Bool, Float64
from scipy.stats import norm

_LEAST_SPREAD = 0.1  # of values around the line: lines through few points have none
_ITERATIONS = 500


def censored_slope(
    x: Float64[np.ndarray, " point"],
    y: Float64[np.ndarray, " point"],
    censored: Bool[np.ndarray, " point"],
) -> float:
    """Return the slope of y on x; of a censored value only that it is above ``y`` is known.

    The likelihood of a line with normal deviations, by expectation and maximization: a censored
    value stands for its mean above ``y``, given the line. Without censored values it is the slope
    of least squares; so it is where fewer than two values are known, of ``y`` as it is.
    """
    design = np.stack([np.ones_like(x), x], axis=1)
    filled, extra = y.copy(), np.zeros_like(y)
    line, spread = np.zeros(2), 1.0
    if (~censored).sum() < 2:
        censored = np.zeros_like(censored)
    for _ in range(_ITERATIONS):
        line = np.linalg.lstsq(design, filled, rcond=None)[0]
        fitted = design @ line
        spread = max(np.sqrt(np.mean((filled - fitted) ** 2 + extra)), _LEAST_SPREAD)
        below = (y - fitted)[censored] / spread
        # of a standard normal number above ``below``: mean, and variance
        mean = np.exp(norm.logpdf(below) - norm.logsf(below))
        filled[censored] = fitted[censored] + spread * mean
        extra[censored] = spread**2 * (1 + below * mean - mean**2)
    return float(line[1])
