"""The divergence of a table from a candidate, as a sum over output factors.

The distribution of a candidate that is nearest in Kullback-Leibler divergence is the product of the
table's conditionals p(y_j | pa_j). Its divergence decomposes,

    KL = E_x TC(y | x) + sum_j I(y_j; x | pa_j)  =  sum_j H(y_j | pa_j) - H(y | x),

with TC the total correlation of the output factors given an input, and I the information of an
output factor on the input given its parents. So the parents of each output factor can be chosen
independently of the others. The marginal of x is that of the table.
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float64

from compsparse.studies.factorial.structure_search.candidate import Candidate
from compsparse.studies.factorial.structure_search.token_factorization import Partition

_AT_ONCE = 64  # partitions of the inputs: ten tokens have a thousand


def conditional_entropies(
    joint: Float64[np.ndarray, "x y"], outputs: Sequence[Partition], inputs: Sequence[Partition]
) -> Float64[np.ndarray, "output_partition input_partition"]:
    """Return H(y's block | x's block), in nats, for every pair of partitions."""
    columns, column_starts = _indicators(outputs)
    entropies = np.zeros((len(outputs), len(inputs)))
    for start in range(0, len(inputs), _AT_ONCE):
        rows, row_starts = _indicators(inputs[start : start + _AT_ONCE])
        cells = _surprise(rows @ joint @ columns.T)
        cells = np.add.reduceat(np.add.reduceat(cells, row_starts, 0), column_starts, 1)
        marginal = np.add.reduceat(_surprise(rows @ joint.sum(1)), row_starts)
        entropies[:, start : start + _AT_ONCE] = (cells - marginal[:, None]).T
    return entropies


def divergence(joint: Float64[np.ndarray, "x y"], candidate: Candidate) -> float:
    """Return the divergence, in nats, of the table from the candidate's nearest distribution."""
    expected = (candidate.inputs.tokens, candidate.outputs.tokens)
    if joint.shape != expected:
        raise ValueError(f"The table has the shape {joint.shape}; the candidate is of {expected}.")
    entropies = conditional_entropies(joint, candidate.outputs.factors, candidate.parent_partitions)
    return float(np.trace(entropies)) - conditional_entropy(joint)


def conditional_entropy(joint: Float64[np.ndarray, "x y"]) -> float:
    """Return H(y | x) in nats."""
    return float(_surprise(joint).sum() - _surprise(joint.sum(1)).sum())


def _indicators(
    partitions: Sequence[Partition],
) -> tuple[Float64[np.ndarray, "block token"], list[int]]:
    """Stack one row per block of every partition; return where each partition begins."""
    blocks = [np.eye(max(labels) + 1)[:, list(labels)] for labels in partitions]
    ends = np.cumsum([len(block) for block in blocks])
    return np.concatenate(blocks), [0, *ends[:-1].tolist()]


def _surprise(probabilities: Float64[np.ndarray, "*cell"]) -> Float64[np.ndarray, "*cell"]:
    """Return -p ln p, 0 for p = 0."""
    positive = np.where(probabilities > 0, probabilities, 1.0)
    terms: Float64[np.ndarray, "*cell"] = -positive * np.log(positive)
    return terms
