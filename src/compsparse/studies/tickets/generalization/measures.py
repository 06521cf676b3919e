"""Measures of complexity that are said to go with the gap: norms, sparsity, rank."""

import numpy as np
from jaxtyping import Float, Float64

from compsparse.studies.tickets.wired.norms import layer_norms, node_norms, stable_ranks
from compsparse.studies.tickets.wired.shape import Shape

MEASURES = ("norm", "filter_norm", "weights", "nonzeros", "stable_rank")


def measures(
    weights: list[Float[np.ndarray, "run _ _ _"]], shape: Shape, examples: int
) -> dict[str, Float64[np.ndarray, " run"]]:
    """Return each measure for networks that learned from so many examples.

    norm: product of the levels' Frobenius norms over the root of N; filter_norm: the same of the
    largest nodes' norms; weights, nonzeros: numbers that are trained, entries that are not zero,
    over N; stable_rank: sum of the levels' stable ranks over N.
    """
    runs = len(weights[0])
    return {
        "norm": layer_norms(weights, shape).prod(axis=1) / examples**0.5,
        "filter_norm": node_norms(weights).prod(axis=1) / examples**0.5,
        "weights": np.full(runs, shape.parameters / examples),
        "nonzeros": np.full(runs, shape.nonzeros / examples),
        "stable_rank": stable_ranks(weights, shape).sum(axis=1) / examples,
    }
