"""Histograms of counted pairs (document 004, Section 3.2): without structure, or with a known one.

The plain one (Theorem 2) uses no structure. Under (FH) the pairs that share a parent state of
output factor j are samples of one small distribution, whatever the rest of x and y. So the counts
of (parent state, outcome) give an estimate p_hat(y_j, pa_j) / p_hat(pa_j), and the product over j
is the estimate of p(y | x) of Theorem 3 for one factorization and graph.
"""

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.factorial.data_model.conditionals import conditional_probabilities
from compsparse.studies.factorial.data_model.graph import FactorGraph


def conditional_histogram(
    counts: Int64[np.ndarray, "x y"], pseudocount: float = 0.0
) -> Float64[np.ndarray, "x y"]:
    """Return the share of each outcome among the pairs of each row.

    ``pseudocount`` is added to every cell. 0 is maximum likelihood, under which a row without
    samples is uniform; 1/2 is the estimator of Krichevsky and Trofimov (1981), which leaves no
    outcome without mass and so keeps the Kullback-Leibler divergence finite.
    """
    weights = counts + float(pseudocount)
    totals = weights.sum(axis=1, keepdims=True)
    uniform = np.full(weights.shape, 1.0 / weights.shape[1])
    histogram: Float64[np.ndarray, "x y"] = np.divide(
        weights, totals, out=uniform, where=totals > 0
    )
    return histogram


def factored_histogram(
    graph: FactorGraph, counts: Int64[np.ndarray, "x y"], pseudocount: float = 0.0
) -> Float64[np.ndarray, "x y"]:
    """Return the product of the conditional histograms of output factors given their parents."""
    small = [conditional_histogram(table, pseudocount) for table in factor_counts(graph, counts)]
    return conditional_probabilities(graph, small)


def factor_counts(
    graph: FactorGraph, counts: Int64[np.ndarray, "x y"]
) -> list[Int64[np.ndarray, "_ _"]]:
    """Count (parent state, outcome) of every output factor."""
    # the first output factor varies fastest, so it is the last axis
    sizes = graph.outputs.sizes
    by_coordinate = counts.reshape(graph.inputs.size, *reversed(sizes))
    states = graph.parent_states(np.arange(graph.inputs.size))
    tables = []
    for factor, (rows, state_count) in enumerate(
        zip(states, graph.parent_state_counts, strict=True)
    ):
        kept = len(sizes) - factor  # the factor's axis; axis 0 is x
        others = tuple(axis for axis in range(1, len(sizes) + 1) if axis != kept)
        table = np.zeros((state_count, sizes[factor]), dtype=np.int64)
        np.add.at(table, rows, by_coordinate.sum(axis=others))
        tables.append(table)
    return tables
