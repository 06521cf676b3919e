"""Correlation of two k-fold compositions over random sequences (an ingredient of SQ bounds).

Two targets are hidden permutations pi and pi'. With m_t the share of symbols on which pi_t and
pi'_t agree, they give the same answer with probability 1/N + rho,

    rho = (1 - 1/N) prod_t (N m_t - 1) / (N - 1),

since uniform permutations that are read turn a difference at any hop into a uniform one over the
other symbols. For independent uniform pi', E rho^2 = (1 - 1/N)^2 (N - 1)^(-2k):
the number of fixed points of a uniform permutation has mean and variance 1.
"""

import numpy as np
from jaxtyping import Float64, Int64


def correlation(
    first: Int64[np.ndarray, "*pair fold symbol"], second: Int64[np.ndarray, "*pair fold symbol"]
) -> Float64[np.ndarray, "*pair"]:
    """Return rho of pairs of targets, by the formula."""
    symbols = first.shape[-1]
    agreeing = (first == second).sum(axis=-1)
    return np.asarray((1 - 1 / symbols) * ((agreeing - 1) / (symbols - 1)).prod(axis=-1))


def mean_square(folds: int, symbols: int) -> float:
    """Return E rho^2 over independent targets."""
    return float((1 - 1 / symbols) ** 2 * (symbols - 1.0) ** (-2 * folds))
