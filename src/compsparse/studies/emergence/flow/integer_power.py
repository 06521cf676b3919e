"""Integer powers by repeated multiplication: numpy's own ``**`` calls pow for each element."""

import numpy as np
from jaxtyping import Float


def integer_power(x: Float[np.ndarray, "..."], exponent: int) -> Float[np.ndarray, "..."]:
    """Return x^exponent, elementwise, for exponents from 1 on."""
    result = x.copy()
    for _ in range(exponent - 1):
        result *= x
    return result
