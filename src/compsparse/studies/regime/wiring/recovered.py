"""How well the hidden units of one network are recovered by those of another."""

import numpy as np
from jaxtyping import Float64, Shaped

_CONSTANT = 1e-4  # standard deviation over pixels below which a map counts as constant


def recovered(
    wanted: Shaped[np.ndarray, "unit pixel"], present: Shaped[np.ndarray, "other pixel"]
) -> float:
    """Return the mean over the wanted maps of the largest |correlation| with a map that is present.

    Constant maps are not wanted, and recover nothing. A network with more units has more chances,
    so that only networks with equal numbers of units are comparable.
    """
    first, second = _unit(wanted), _unit(present)
    if not len(first):
        raise ValueError(
            f"All {len(wanted)} wanted maps are constant over the pixels; at least one must vary."
        )
    if not len(second):
        return 0.0
    return float(np.abs(first @ second.T).max(axis=1).mean())


def _unit(maps: Shaped[np.ndarray, "unit pixel"]) -> Float64[np.ndarray, "varying pixel"]:
    values = maps.astype(np.float64)
    centred = values - values.mean(axis=1, keepdims=True)
    varying = centred[centred.std(axis=1) >= _CONSTANT]
    unit: Float64[np.ndarray, "varying pixel"] = varying / np.linalg.norm(
        varying, axis=1, keepdims=True
    )
    return unit
