"""Measures of complexity that are said to predict the gap: norms, sparsity, rank."""

import numpy as np
from jaxtyping import Float, Float64

from compsparse.ensembles.wirings.shape import Shape
from compsparse.studies.tickets.wired.norms import layer_norms, stable_ranks

MEASURES = ("norm", "nonzeros", "stable_rank")


def measures(
    weights: list[Float[np.ndarray, "run _ _ _"]], shape: Shape, examples: int
) -> dict[str, Float64[np.ndarray, " run"]]:
    """Return each measure for networks trained on N = ``examples``.

    norm: product of the levels' Frobenius norms over sqrt(N); nonzeros: number of nonzero matrix
    entries over N; stable_rank: sum of the levels' stable ranks over N.
    """
    runs = len(weights[0])
    return {
        "norm": layer_norms(weights, shape).prod(axis=1) / examples**0.5,
        "nonzeros": np.full(runs, shape.nonzeros / examples),
        "stable_rank": stable_ranks(weights, shape).sum(axis=1) / examples,
    }
