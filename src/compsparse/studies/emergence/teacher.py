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

    exponent: float  # beta, above 1/2: the squares have a finite sum
    directions: int  # P

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
