"""The order in which hops are learned (document 003, Part II, 'Learning with data mixture')."""

import numpy as np
from jaxtyping import Float64


def in_order(
    accuracy: Float64[np.ndarray, "run look hop"], learned: float
) -> Float64[np.ndarray, " run"]:
    """Return 1 for each run that learns all hops, shorter ones strictly before longer ones."""
    reached: np.ndarray = np.asarray(accuracy >= learned)
    first = np.where(np.any(reached, axis=1), reached.argmax(axis=1), reached.shape[1])
    ordered = np.all(np.diff(first, axis=1) > 0, axis=1)
    everything = np.all(np.any(reached, axis=1), axis=1)
    return np.asarray(ordered & everything, dtype=np.float64)
