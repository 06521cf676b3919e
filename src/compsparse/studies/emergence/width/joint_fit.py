"""One law for loss, time and width: the larger of two terms, or their sum and a constant.

Document 003, part I: A t^-a v B m^-b; experiments on large models are fitted by A t^-a + B
m^-b + C. Both are fitted here to ln L by least squares, from several starts.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64

_STARTING_EXPONENTS = (0.5, 1.0, 2.0)  # of both terms
_SMALLEST_CONSTANT = 1e-12  # of the loss, 1 before training: below it, C changes no fit

Fitted = Float64[np.ndarray, " parameter"]
Logs = Float64[np.ndarray, " point"]


@dataclass(frozen=True)
class JointFit:
    """A fitted law; ``error`` is the root mean square residual in ln L."""

    time_exponent: float  # a
    width_exponent: float  # b
    error: float


def fit_larger(time: Logs, neurons: Logs, loss: Logs) -> JointFit:
    """Fit ln L = max(ln A - a ln t, ln B - b ln m); arguments are ln t, ln m and ln L."""
    return _fit(_larger, (), time, neurons, loss)


def fit_sum(time: Logs, neurons: Logs, loss: Logs) -> JointFit:
    """Fit ln L = ln(A t^-a + B m^-b + C); arguments are ln t, ln m and ln L."""
    # the constant starts well below the data
    return _fit(_sum, (float(loss.min()) - 3.0,), time, neurons, loss)


def _larger(fitted: Fitted, time: Logs, neurons: Logs) -> Logs:
    return np.asarray(np.maximum(*_terms(fitted, time, neurons)))


def _sum(fitted: Fitted, time: Logs, neurons: Logs) -> Logs:
    both = np.logaddexp(*_terms(fitted, time, neurons))
    return np.asarray(np.logaddexp(both, max(fitted[4], np.log(_SMALLEST_CONSTANT))))


def _terms(fitted: Fitted, time: Logs, neurons: Logs) -> tuple[Logs, Logs]:
    return fitted[0] - fitted[1] * time, fitted[2] - fitted[3] * neurons


def _fit(
    law: Callable[[Fitted, Logs, Logs], Logs],
    further: tuple[float, ...],
    time: Logs,
    neurons: Logs,
    loss: Logs,
) -> JointFit:
    if not (np.isfinite(time).all() and np.isfinite(neurons).all() and np.isfinite(loss).all()):
        raise ValueError("A joint fit needs finite logarithms of time, width and loss.")
    if len(set(neurons.tolist())) < 2 or len(loss) < 6:
        raise ValueError(
            f"A joint fit needs two widths and six points; there are {len(set(neurons.tolist()))} "
            f"widths and {len(loss)} points."
        )
    from scipy.optimize import least_squares  # takes half a second to import

    # the larger of two terms has kinks and several minima: take the best of several starts
    fits = []
    for exponent in _STARTING_EXPONENTS:
        # both terms equal the loss at the middle of the data
        start = [
            float(loss.mean() + exponent * time.mean()),
            exponent,
            float(loss.mean() + exponent * neurons.mean()),
            exponent,
            *further,
        ]
        fits.append(
            least_squares(
                lambda fitted: law(fitted, time, neurons) - loss, start, max_nfev=200, method="lm"
            )
        )
    best = min(fits, key=lambda fit: float(fit.cost))
    error = float(np.sqrt(2 * best.cost / len(loss)))
    return JointFit(float(best.x[1]), float(best.x[3]), error)
