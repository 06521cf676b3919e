"""Risks of thresholding a power-law sequence in Gaussian noise (Johnstone; Donoho and Johnstone).

Observed are y_p = a_p + z_p / sqrt(n) with a_p = p^-beta and standard normal z_p, p = 1, 2, ... A
risk is the expected squared error, summed over p; all are closed forms.
"""

import math

import numpy as np
from jaxtyping import Float64
from scipy.special import ndtr, zeta

_BLOCK = 2**16  # coordinates whose risks are computed at once


def keep_or_kill_risk(exponent: float, samples: int) -> float:
    """Return the risk of the ideal rule, which keeps a coordinate exactly where that pays.

    The sum of min(a_p^2, 1/n): noise of the K = floor(n^(1 / (2 beta))) coordinates kept, and the
    squares of the others; beta is above 1/2.
    """
    # 10^6 to the 1/2 is 1000
    kept = math.floor(math.pow(samples, 1 / (2 * exponent)) * (1 + 1e-12))
    return kept / samples + float(zeta(2 * exponent, kept + 1))


def soft_threshold_risk(exponent: float, samples: int) -> float:
    """Return the risk of soft thresholding at sqrt(2 ln n / n), a rule that knows no a_p.

    Coordinates after the first n are zero; beta is above 1/2 and n above 1.
    """
    threshold = math.sqrt(2 * math.log(samples))
    total = 0.0
    for first in range(1, samples + 1, _BLOCK):
        ranks = np.arange(first, min(first + _BLOCK, samples + 1), dtype=np.float64)
        means = ranks**-exponent * math.sqrt(samples)
        total += float(soft_threshold_error(threshold, means).sum())
    return total / samples + float(zeta(2 * exponent, samples + 1))


def soft_threshold_error(
    threshold: float, mean: Float64[np.ndarray, " coordinate"]
) -> Float64[np.ndarray, " coordinate"]:
    """Return E[(s(y) - mean)^2] for y ~ N(mean, 1) and s(y) = sign(y) max(|y| - threshold, 0)."""
    low, high = threshold - mean, threshold + mean
    killed = ndtr(low) - ndtr(-high)
    kept = 1.0 - killed
    edges = low * _density(high) + high * _density(low)
    return np.asarray((1.0 + threshold**2) * kept + mean**2 * killed - edges)


def oracle_inequality(exponent: float, samples: int) -> float:
    """Return the bound (2 ln n + 1) (1/n + ideal risk) of Donoho and Johnstone on the soft risk."""
    ideal = keep_or_kill_risk(exponent, samples)
    return (2 * math.log(samples) + 1) * (1 / samples + ideal)


def _density(x: Float64[np.ndarray, " coordinate"]) -> Float64[np.ndarray, " coordinate"]:
    return np.asarray(np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi))
