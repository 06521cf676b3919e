"""Whether a target varies at all."""

import numpy as np
from jaxtyping import Float64

_ROUNDING = 1e-12  # of the largest value


def require_variance(values: Float64[np.ndarray, "*place"]) -> None:
    """Refuse values that are equal up to rounding, so that their variance is no divisor.

    Raises:
        ValueError: they are.
    """
    if values.max() - values.min() <= _ROUNDING * np.abs(values).max():
        raise ValueError("The target has the same value at all points: its variance is 0.")
