"""Histograms of counted pairs (document 004, Section 3.2, Theorem 2): no structure is used."""

import numpy as np
from jaxtyping import Float64, Int64


def conditional_histogram(
    counts: Int64[np.ndarray, "x y"], pseudocount: float = 0.0
) -> Float64[np.ndarray, "x y"]:
    """Return the share of each outcome among the pairs of each row.

    ``pseudocount`` is added to every cell. 0 is maximum likelihood, under which a row without
    samples is uniform; 1/2 is the estimator of Krichevsky and Trofimov (1981), which leaves no
    outcome without mass and so keeps the Kullback-Leibler divergence finite.
    """
    if not pseudocount >= 0:
        raise ValueError(f"pseudocount is {pseudocount}; it must be at least 0.")
    weights = counts + float(pseudocount)
    totals = weights.sum(axis=1, keepdims=True)
    uniform = np.full(weights.shape, 1.0 / weights.shape[1])
    histogram: Float64[np.ndarray, "x y"] = np.divide(
        weights, totals, out=uniform, where=totals > 0
    )
    return histogram
