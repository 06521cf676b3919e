"""Theorem 2 of document 004 with explicit constants (equation (6)).

For every distribution p on k cells and its histogram p_hat of n samples,

    E TV(p_hat, p) <= 1/2 sum_c sqrt(Var p_hat_c) <= 1/2 sqrt(k / n)

(Jensen, then Cauchy and Schwarz), and TV moves by at most 1/n when one sample changes, so that by
McDiarmid's inequality P(TV > E TV + t) <= exp(-2 n t^2). With eps/2 for either part,

    n >= max(k / eps^2, 2 ln(1 / delta) / eps^2)   gives   P(TV > eps) <= delta.

Canonne (2020), "A short note on learning discrete distributions", Theorem 1, states it with
ln(2/delta), by another proof; that larger number is used here.
"""

import math


def sufficient_samples(cells: int, error: float, failure_probability: float) -> int:
    """Return max(k / eps^2, 2 ln(2 / delta) / eps^2), rounded up; k is N M for joint ones."""
    return math.ceil(max(cells, 2.0 * math.log(2.0 / failure_probability)) / error**2)


def expectation_bound(cells: int, samples: int) -> float:
    """Return 1/2 sqrt(k / n), which E TV of a histogram does not exceed."""
    return 0.5 * math.sqrt(cells / samples)


def deviation_allowance(samples: int, failure_probability: float) -> float:
    """Return sqrt(ln(1 / delta) / (2 n)): P(TV > E TV + that) is at most delta."""
    return math.sqrt(math.log(1.0 / failure_probability) / (2.0 * samples))
