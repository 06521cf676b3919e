"""Total variation: half of the summed absolute difference (document 004, Section 3.2).

Its expectation for a histogram is exact, cell by cell. A histogram of n independent samples has the
counts X_c ~ Binomial(n, p_c) in its cells c (dependent on each other, which an expected sum does
not feel). Hence

    E TV = 1/2 sum_c E |X_c / n - p_c| = 1/(2n) sum_c E |X_c - n p_c|,

and, by De Moivre (1730; see Diaconis and Zabell, 1991), with v = floor(n p) + 1,

    E |X - n p| = 2 v (1 - p) P(X = v).

For n p large this is sqrt(2 n p (1 - p) / pi), so with k cells of equal probability E TV tends to
sqrt((k - 1) / (2 pi n)): the square is proportional to (k - 1)/n, the form of Theorem 2.
"""

import numpy as np
from jaxtyping import Float64


def total_variation(p: Float64[np.ndarray, " *cells"], q: Float64[np.ndarray, " *cells"]) -> float:
    """Return the distance of two distributions on the same cells, from 0 to 1."""
    return 0.5 * float(np.abs(p - q).sum())


def conditional_total_variation(
    p: Float64[np.ndarray, "x y"],
    q: Float64[np.ndarray, "x y"],
    marginal: Float64[np.ndarray, " x"],
) -> float:
    """Return the distance of marginal(x) p(y | x) and marginal(x) q(y | x): a mean over rows."""
    return 0.5 * float(marginal @ np.abs(p - q).sum(axis=1))


def expected_total_variation(samples: int, probabilities: Float64[np.ndarray, " cell"]) -> float:
    """Return E TV(p_hat, p) of the histogram p_hat of ``samples`` draws of p, over all cells."""
    return 0.5 * float(mean_absolute_deviation(samples, probabilities).sum()) / samples


def mean_absolute_deviation(
    samples: int, probabilities: Float64[np.ndarray, " cell"]
) -> Float64[np.ndarray, " cell"]:
    """Return E |X - n p| for X ~ Binomial(n, p) and each p, by De Moivre's formula."""
    from scipy.special import gammaln, xlog1py, xlogy

    p = probabilities
    # p = 1 would give v = n + 1; its factor 1 - p = 0 makes any v right
    v = np.minimum(np.floor(samples * p) + 1.0, samples)
    log_choose = gammaln(samples + 1.0) - gammaln(v + 1.0) - gammaln(samples - v + 1.0)
    log_mass = log_choose + xlogy(v, p) + xlog1py(samples - v, -p)
    deviation: Float64[np.ndarray, " cell"] = 2.0 * v * (1.0 - p) * np.exp(log_mass)
    return deviation
