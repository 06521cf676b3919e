"""Scores of the weights of the first layer: the larger, the longer a weight stays."""

import numpy as np
from jaxtyping import Float32, Float64

METHODS = ("magnitude", "wanda", "contribution", "random")


def contributions(
    weights: Float32[np.ndarray, "run unit one_more"],
    readout: Float32[np.ndarray, "run unit_more"],
) -> Float64[np.ndarray, "run unit d"]:
    """Return the size of each weight times the size of what its unit adds to the output."""
    return np.asarray(np.abs(weights[..., :-1].astype(np.float64)) * np.abs(readout[:, :-1, None]))


def scores_by(
    method: str,
    weights: Float32[np.ndarray, "run unit one_more"],
    readout: Float32[np.ndarray, "run unit_more"],
    inputs: Float32[np.ndarray, "run example one_more"],
    randoms: list[np.random.Generator],
) -> Float64[np.ndarray, "run unit d"]:
    """Return the scores of a method.

    ``magnitude`` is |w|, ``contribution`` |w| |a| with the readout a, ``random`` a number of its
    own for each weight. ``wanda`` (Sun et al. 2023) is |w| times the norm of the input, compared
    within a unit: the share of its weights that are smaller, so that all units lose as many.

    Raises:
        ValueError: another method.
    """
    sizes = np.abs(weights[..., :-1].astype(np.float64))
    if method == "magnitude":
        return sizes
    if method == "contribution":
        return contributions(weights, readout)
    if method == "random":
        return np.stack([of.random(sizes.shape[1:]) for of in randoms])
    if method == "wanda":
        norms = np.linalg.norm(inputs[..., :-1].astype(np.float64), axis=1)
        ranks = (sizes * norms[:, None]).argsort(axis=2).argsort(axis=2)
        return np.asarray(ranks, dtype=np.float64)
    raise ValueError(f"The method {method!r} is unknown; allowed: {METHODS}.")
