"""The estimator of one candidate and the choice between candidates (document 004, Theorem 3)."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.factorial.structure_search.candidate import Candidate
from compsparse.studies.factorial.structure_search.token_factorization import Partition


def estimate(
    counts: Int64[np.ndarray, "run x y"], candidate: Candidate
) -> Float64[np.ndarray, "run x y"]:
    """Return p_hat(y | x): the product of the histograms of each y_j given its parents."""
    # a parent state that was never sampled gets the uniform distribution over y_j
    return product_of_conditionals(counts.astype(np.float64), candidate)


def product_of_conditionals(
    weights: Float64[np.ndarray, "run x y"], candidate: Candidate
) -> Float64[np.ndarray, "run x y"]:
    """Return the product over output factors of y_j's share of the weight of its parents."""
    # with joint probabilities as weights it is the candidate's distribution nearest to the table
    product = np.ones_like(weights)
    for labels, states in zip(candidate.outputs.factors, candidate.parent_partitions, strict=True):
        sums = _one_hot(states).T @ weights @ _one_hot(labels)
        totals = sums.sum(-1, keepdims=True)
        uniform = np.full_like(sums, 1 / sums.shape[-1])
        shares = np.divide(sums, totals, out=uniform, where=totals > 0)
        product *= shares[:, list(states)][:, :, list(labels)]
    return product


def total_variation(
    p: Float64[np.ndarray, "run x y"], q: Float64[np.ndarray, "#run x y"]
) -> Float64[np.ndarray, " run"]:
    """Return the distance of p(y | x) and q(y | x) with uniform x."""
    distances: Float64[np.ndarray, " run"] = np.abs(p - q).sum((1, 2)) / (2 * p.shape[1])
    return distances


def threshold(factor: float, cells: int, samples: int) -> float:
    """Return ``factor`` · sqrt(cells / samples), the largest distance to the histogram kept."""
    # for factor 1/2 it bounds the histogram's own expected error
    return factor * float(np.sqrt(cells / samples))


def select(
    distances: Float64[np.ndarray, "candidate run"],
    complexities: Sequence[int],
    limits: Float64[np.ndarray, " run"],
) -> Int64[np.ndarray, " run"]:
    """Return the kept candidate of smallest complexity in every run, the first of several.

    Kept are the candidates within the limits, in total variation from the estimate of the trivial
    one, and the trivial one itself.
    """
    order = np.argsort(np.array(complexities), kind="stable")
    kept = distances[order] <= limits
    chosen: Int64[np.ndarray, " run"] = order[kept.argmax(0)]
    return chosen


def expected_distance(
    conditional: Float64[np.ndarray, "x y"], candidate: Candidate, samples: int
) -> float:
    """Return the expected total variation of the candidate's estimate for many samples."""
    # first order in 1/sqrt(samples): the estimate's entries are normal, with the variance that the
    # delta method gives, so each deviates by sqrt(2/pi) standard deviations on average; the
    # histograms of different output factors are uncorrelated where the candidate is true
    joint = conditional / len(conditional)
    variances = np.zeros_like(conditional)
    for labels, states in zip(candidate.outputs.factors, candidate.parent_partitions, strict=True):
        sums = _one_hot(states).T @ joint @ _one_hot(labels)
        totals = sums.sum(-1, keepdims=True)
        # relative variance of a share p of a parent state of probability t: (1 - p) / (p n t)
        relative = (totals / sums - 1) / (samples * totals)
        variances += conditional**2 * relative[list(states)][:, list(labels)]
    return float(np.sqrt(2 / np.pi * variances).sum() / (2 * len(conditional)))


def _one_hot(labels: Partition) -> Float64[np.ndarray, "token block"]:
    codes: Float64[np.ndarray, "token block"] = np.eye(max(labels) + 1)[list(labels)]
    return codes
