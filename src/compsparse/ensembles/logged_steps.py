"""At which steps a training is logged."""

import numpy as np
from jaxtyping import Int64


def log_spaced_steps(steps: int, count: int) -> Int64[np.ndarray, " logged"]:
    """Return step 0 and at most ``count`` steps from 1 to ``steps``, evenly spaced in logarithm.

    Rounded to integers, so there are fewer where the first ones coincide; the last is ``steps``.
    With ``steps`` 0 only step 0 is left.

    Raises:
        ValueError: negative ``steps``, or ``count`` below 2.
    """
    if steps < 0 or count < 2:
        raise ValueError(
            f"steps is {steps} and the number of logged steps is {count}; they must be at least 0 "
            "and at least 2."
        )
    if steps == 0:
        return np.zeros(1, dtype=np.int64)
    spaced = np.rint(np.geomspace(1, steps, count)).astype(np.int64)
    return np.unique(np.concatenate([[0], spaced, [steps]]))
