"""Whether a target varies at all."""

import numpy as np
from jaxtyping import Float64

_ROUNDING = 1e-12  # of the largest value


def is_constant(values: Float64[np.ndarray, "*place"]) -> bool:
    """Return whether values are equal up to rounding, so that their variance is no divisor."""
    return bool(values.max() - values.min() <= _ROUNDING * np.abs(values).max())
