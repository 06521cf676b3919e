"""Theorem 1 of document 004: the log-likelihood matrix factors through the complexity (AC).

For each output factor there are two exact solutions. The direct one stores the factor's log
probabilities in the input embedding and selects one by a one-hot output embedding; the dual one
selects the row of a parent state by a one-hot input embedding. The narrower one is taken, and the
blocks of all output factors are concatenated.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64

from compsparse.studies.factorial.data_model.graph import FactorGraph


@dataclass(frozen=True)
class ExactFactorization:
    """Embeddings with log p(y | x) = output[y] . input[:, x]: c(x) of equation (5) is 0."""

    output_embedding: Float64[np.ndarray, "y width"]
    input_embedding: Float64[np.ndarray, "width x"]

    @property
    def width(self) -> int:
        """The embedding dimension of the construction."""
        return int(self.output_embedding.shape[1])


def factorize(
    graph: FactorGraph, tables: Sequence[Float64[np.ndarray, "_ _"]]
) -> ExactFactorization:
    """Construct the embeddings of Theorem 1, with the narrower solution for each output factor."""
    states = graph.parent_states(np.arange(graph.inputs.size))
    outcomes = graph.outputs.coordinates(np.arange(graph.outputs.size))
    output_blocks, input_blocks = [], []
    for factor, table in enumerate(tables):
        state_count, outcome_count = table.shape
        log_table = np.log(table)
        if outcome_count <= state_count:
            output_blocks.append(np.eye(outcome_count)[outcomes[:, factor]])
            input_blocks.append(log_table[states[factor]].T)
        else:
            output_blocks.append(log_table[:, outcomes[:, factor]].T)
            input_blocks.append(np.eye(state_count)[:, states[factor]])
    return ExactFactorization(np.concatenate(output_blocks, 1), np.concatenate(input_blocks, 0))


def logarithms(probabilities: Float64[np.ndarray, "x y"]) -> Float64[np.ndarray, "y x"]:
    """Return log p(y | x) with a column for each input, of the product, not a sum of logarithms."""
    # the construction adds logarithms itself: compared with their sum it could not fail
    if not (probabilities > 0).all():
        raise ValueError("A product of probabilities is 0 in float64; use fewer output factors.")
    likelihood: Float64[np.ndarray, "y x"] = np.log(probabilities.T)
    return likelihood


def measured_rank(matrix: Float64[np.ndarray, "y x"]) -> int:
    """Count the singular values above max(rows, columns) · float64 epsilon · the largest one."""
    # rounding of the entries makes some of about (√rows + √columns) · epsilon · the largest entry
    singular_values = np.linalg.svd(matrix, compute_uv=False)
    tolerance = max(matrix.shape) * np.finfo(np.float64).eps * singular_values[0]
    return int((singular_values > tolerance).sum())


def max_abs_error(
    factorization: ExactFactorization, likelihood: Float64[np.ndarray, "y x"]
) -> float:
    """Return the largest difference between the construction and a log-likelihood matrix."""
    constructed = factorization.output_embedding @ factorization.input_embedding
    return float(np.abs(constructed - likelihood).max())


def rounding_bound(complexity: int, likelihood: Float64[np.ndarray, "y x"]) -> float:
    """Return complexity · float64 epsilon · max |log-likelihood|, which covers every rounding."""
    # with k output factors an entry takes k logarithms, k - 1 sums, k - 1 products and a logarithm
    # of the product: an error of at most (k + 1) · epsilon · max |log-likelihood| once that maximum
    # is above 1; the complexity is at least 2 k where every factor and parent set has two states
    return complexity * float(np.finfo(np.float64).eps) * float(np.abs(likelihood).max())
