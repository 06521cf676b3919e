"""Masks that keep a given number of a layer's weights."""

from typing import Literal

import numpy as np
from jaxtyping import Bool, Float64

Shuffle = Literal["within_units", "inputs", "anywhere"]


def keep_largest(
    scores: Float64[np.ndarray, "network row column"],
    before: Bool[np.ndarray, "network row column"],
    count: int,
    layer: str = "the first layer",
) -> Bool[np.ndarray, "network row column"]:
    """Return each network's mask of its ``count`` largest scores within the mask ``before``.

    Raises:
        ValueError: an empty mask, or more weights than before: a mask never grows.
    """
    runs = len(scores)
    left = before.reshape(runs, -1)
    most = left.sum(axis=1).min()
    if not 1 <= count <= most:
        raise ValueError(
            f"{count} weights of {layer} are to be kept; allowed: 1 to {most}, the number that "
            "remains, since a mask is never empty and never grows."
        )
    present = np.where(left, scores.reshape(runs, -1), -np.inf)
    # ties are broken by position, so that counts are exact
    order = np.argsort(-present, axis=1, kind="stable")[:, :count]
    mask = np.zeros_like(left)
    np.put_along_axis(mask, order, True, axis=1)
    return mask.reshape(before.shape)


def shuffled(
    mask: Bool[np.ndarray, "unit d"], kind: Shuffle, random: np.random.Generator
) -> Bool[np.ndarray, "unit d"]:
    """Return a random mask with as many weights.

    ``within_units``: each unit keeps its number of weights but draws its inputs anew. ``inputs``:
    inputs are permuted, equally for all units. ``anywhere``: any weights of the layer.
    """
    if kind == "within_units":
        return np.asarray(random.permuted(mask, axis=1))
    if kind == "inputs":
        return mask[:, random.permutation(mask.shape[1])]
    return random.permutation(mask.reshape(-1)).reshape(mask.shape)
