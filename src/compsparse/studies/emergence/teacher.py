"""The teacher's amplitudes: a power law over infinitely many directions, some of them simulated.

Document 003, part I: f*(x) = sum_p a_p s(<x, theta_p>) with a_p ~ p^-beta and sum_p a_p^2 = 1.
Truncating the sum at P directions would bend every power law near P. So the teacher is infinite;
the loss of the directions beyond P is in closed form, exact while none of them would be learned.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64
from scipy.special import zeta


@dataclass(frozen=True)
class PowerLawTeacher:
    """Amplitudes a_p = p^-exponent / sqrt(zeta(2 exponent)), ``directions`` of them simulated."""

    exponent: float  # beta
    directions: int  # P

    def __post_init__(self) -> None:
        if not self.exponent > 0.5:
            raise ValueError(
                f"The exponent of the amplitudes is {self.exponent:g}; it must be above 1/2, "
                "or the sum of their squares is infinite."
            )
        if self.directions < 1:
            raise ValueError(f"A teacher needs at least 1 direction, not {self.directions}.")

    @property
    def amplitudes(self) -> Float64[np.ndarray, " direction"]:
        """a_1, ..., a_P."""
        ranks = np.arange(1.0, self.directions + 1)
        return np.asarray(ranks**-self.exponent / np.sqrt(zeta(2 * self.exponent)))

    @property
    def tail(self) -> float:
        """The sum of a_p^2 over the directions that are not simulated, p > P."""
        s = 2 * self.exponent
        return float(zeta(s, self.directions + 1) / zeta(s))
