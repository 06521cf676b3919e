"""What ``generate_profiles`` writes."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64


@dataclass(frozen=True)
class Profiles:
    """Shares of degrees, of which the first shift is 0, and bad shifts, NaN after the last one."""

    profile: Float64[np.ndarray, "kind run shift degree"]
    shifts: Float64[np.ndarray, " shift"]
    bad: Float64[np.ndarray, "kind run degree"]
