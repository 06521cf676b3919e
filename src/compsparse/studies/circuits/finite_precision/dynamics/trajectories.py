"""What rounding does to a trajectory, and how many places keep it below a limit."""

import numpy as np
from jaxtyping import Float64

from compsparse.studies.circuits.finite_precision.dynamics.system import Real, System, cut


def rounding_errors(
    system: System, starts: Real, fraction: int, steps: int
) -> Float64[np.ndarray, "step state"]:
    """Return, after each step from 1 on, the larger coordinate's distance to the real trajectory.

    The start is cut to the same places as everything else, as the code Q_n(x) of a real x is.
    """
    whole, real = cut(starts, fraction), starts
    errors = np.empty((steps, starts.shape[1]))
    for step in range(steps):
        whole, real = system.whole(whole, fraction), system.real(real)
        errors[step] = np.abs(np.ldexp(whole.astype(np.float64), -fraction) - real).max(axis=0)
    return errors


def places_for(bits: float, accuracy: int) -> int:
    """Return the least fraction at which an error of 2^bits 2^-fraction is below 2^-accuracy.

    With one place to spare, for starts that were not among those whose error was measured.
    """
    return accuracy + max(0, int(np.ceil(bits))) + 1
