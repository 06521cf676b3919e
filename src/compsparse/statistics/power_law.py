"""Straight lines by least squares, and power laws as straight lines on logarithmic axes."""

import numpy as np
from jaxtyping import Float64


def least_squares_slope(
    x: Float64[np.ndarray, " point"], y: Float64[np.ndarray, " point"]
) -> float:
    """Return the slope of the least-squares line of ``y`` on ``x``.

    Raises:
        ValueError: a value is not finite, or all ``x`` are equal (fewer than two points included).
    """
    if not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise ValueError("A slope needs finite coordinates; at least one is NaN or infinite.")
    if len(x) < 2 or x.min() == x.max():
        raise ValueError(f"A slope needs two different x; they are {x.tolist()}.")
    centered = x - x.mean()
    return float(centered @ (y - y.mean()) / (centered @ centered))


def log_log_slope(x: Float64[np.ndarray, " point"], y: Float64[np.ndarray, " point"]) -> float:
    """Return the exponent b of the power law y = a x^b, fitted by least squares on ln x, ln y.

    Raises:
        ValueError: a coordinate is not positive and finite, or all ``x`` are equal.
    """
    if not ((x > 0).all() and (y > 0).all()):
        raise ValueError("A power law needs positive coordinates; at least one is zero or below.")
    return least_squares_slope(np.log(x), np.log(y))
