"""Masks that keep a number of the weights of a layer."""

import numpy as np
from jaxtyping import Bool, Float64


def keep_largest(
    scores: Float64[np.ndarray, "network row column"],
    before: Bool[np.ndarray, "network row column"],
    count: int,
    layer: str = "the first layer",
) -> Bool[np.ndarray, "network row column"]:
    """Return masks of the largest scores among what is left, so many for each network.

    Raises:
        ValueError: none would be left, or more than there are: a mask never grows.
    """
    runs = len(scores)
    left = before.reshape(runs, -1)
    if not 1 <= count <= left.sum(axis=1).min():
        raise ValueError(
            f"{count} weights of {layer} are to stay; allowed: 1, so that it is not empty, to "
            f"{left.sum(axis=1).min()}, those that are left: a mask never grows."
        )
    present = np.where(left, scores.reshape(runs, -1), -np.inf)
    # ties go to the first ones, so that counts are met
    order = np.argsort(-present, axis=1, kind="stable")[:, :count]
    mask = np.zeros_like(left)
    np.put_along_axis(mask, order, True, axis=1)
    return mask.reshape(before.shape)


def shuffled(
    mask: Bool[np.ndarray, "unit d"], kind: str, random: np.random.Generator
) -> Bool[np.ndarray, "unit d"]:
    """Return a mask of as many weights.

    ``within_units``: every unit keeps its number, of inputs drawn anew. ``inputs``: the inputs
    change places, the same way for all units. ``anywhere``: any weights of the layer.

    Raises:
        ValueError: another kind.
    """
    if kind == "within_units":
        return np.asarray(random.permuted(mask, axis=1))
    if kind == "inputs":
        return mask[:, random.permutation(mask.shape[1])]
    if kind == "anywhere":
        return random.permutation(mask.reshape(-1)).reshape(mask.shape)
    raise ValueError(f"The kind of mask {kind!r} is unknown.")
