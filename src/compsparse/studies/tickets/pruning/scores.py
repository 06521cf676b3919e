"""Scores of the weights of the first layer: weights of low score are pruned first."""

from typing import Literal, get_args

import numpy as np
from jaxtyping import Float32, Float64

Method = Literal["magnitude", "wanda", "contribution", "random"]
METHODS: tuple[Method, ...] = get_args(Method)


def contributions(
    weights: Float32[np.ndarray, "run unit one_more"],
    readout: Float32[np.ndarray, "run unit_more"],
) -> Float64[np.ndarray, "run unit d"]:
    """Return |w| |a|: each weight's magnitude times that of its unit's readout weight."""
    return np.asarray(np.abs(weights[..., :-1].astype(np.float64)) * np.abs(readout[:, :-1, None]))


def scores_by(
    method: Method,
    weights: Float32[np.ndarray, "run unit one_more"],
    readout: Float32[np.ndarray, "run unit_more"],
    inputs: Float32[np.ndarray, "run example one_more"],
    randoms: list[np.random.Generator],
) -> Float64[np.ndarray, "run unit d"]:
    """Return the scores of a method.

    ``magnitude`` is |w|, ``contribution`` |w| |a| with the readout weight a, ``random`` uniform.
    ``wanda`` (Sun et al. 2023) is |w| times the norm of the input, compared within a unit: the
    rank among the unit's weights, so that all units lose equally many.
    """
    sizes = np.abs(weights[..., :-1].astype(np.float64))
    if method == "magnitude":
        return sizes
    if method == "contribution":
        return contributions(weights, readout)
    if method == "random":
        return np.stack([random.random(sizes.shape[1:]) for random in randoms])
    norms = np.linalg.norm(inputs[..., :-1].astype(np.float64), axis=1)
    ranks = (sizes * norms[:, None]).argsort(axis=2).argsort(axis=2)
    return np.asarray(ranks, dtype=np.float64)
