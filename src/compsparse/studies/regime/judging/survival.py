"""How many weights can be changed by a given amount without the picture being lost."""

import numpy as np
from jaxtyping import Bool, Float32, Int64

from compsparse.studies.regime.judging.grid import JUDGED, grid_inputs, on_grid
from compsparse.studies.regime.judging.perturbed import PerturbedNetwork
from compsparse.studies.regime.judging.similarity import ssim
from compsparse.studies.regime.network.shape import LayeredShape

_AT_ONCE = 32  # weights


def surviving_share(
    shape: LayeredShape,
    weights: Float32[np.ndarray, " weight"],
    mask: Bool[np.ndarray, " weight"],
    target_rgb: Float32[np.ndarray, "row column channel"],
    indices: Int64[np.ndarray, " swept"],
    delta: float,
    still: float,
) -> float:
    """Return the share of weights that may change by + and by - delta: the target is still seen.

    ``indices`` are live weights, such as ``sampled_weights``. The target is seen where the
    picture's structural similarity with it, on the grid of the judged pixels, is at least ``still``
    after either change. NaN without weights.
    """
    if not len(indices):
        return float("nan")
    network = PerturbedNetwork(shape, np.where(mask, weights, np.float32(0)), grid_inputs(JUDGED))
    target = on_grid(target_rgb)
    seen = np.ones(len(indices), dtype=np.bool_)
    for start in range(0, len(indices), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        for sign in (1, -1):
            deltas = np.full(len(indices[part]), sign * delta, dtype=np.float32)
            pictures = _pictures(network.images(indices[part], deltas))
            seen[part] &= ssim(pictures, target) >= still
    return float(seen.mean())


def _pictures(
    images: Float32[np.ndarray, "image 3 pixel"],
) -> Float32[np.ndarray, "image row column 3"]:
    return np.moveaxis(images.reshape(len(images), 3, JUDGED, JUDGED), 1, -1)
