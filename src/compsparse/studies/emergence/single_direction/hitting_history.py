"""Histories of runs until a direction is learned, checked on reading."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Bool, Float64, Int64

from compsparse.artifacts.arrays import read_arrays
from compsparse.artifacts.errors import ArtifactError

_ARRAYS = ("order", "step_constant", "dimension", "searched", "learned", "failed")


@dataclass(frozen=True)
class HittingHistory:
    """What ``train.single_index_steps`` writes."""

    order: int
    step_constant: Float64[np.ndarray, " constant"]
    dimension: Int64[np.ndarray, " dimension"]
    searched: Float64[np.ndarray, "constant dimension run"]  # NaN: never
    learned: Float64[np.ndarray, "constant dimension run"]
    failed: Bool[np.ndarray, "constant dimension run"]


def read_hitting_history(path: Path) -> HittingHistory:
    """Read a history.

    Raises:
        ArtifactError: the file cannot be read, or holds something else.
    """
    arrays = read_arrays(path)
    missing = [name for name in _ARRAYS if name not in arrays]
    if missing:
        raise ArtifactError(path, f"The array {missing[0]!r} is missing.")
    order, constants, dimensions, searched, learned, failed = (arrays[name] for name in _ARRAYS)
    shape = (constants.size, dimensions.size, searched.shape[-1] if searched.ndim else 0)
    if not shape == searched.shape == learned.shape == failed.shape or not searched.size:
        raise ArtifactError(
            path,
            f"searched, learned and failed have the shapes {searched.shape}, {learned.shape} and "
            f"{failed.shape}; all must be [step_constant, dimension, run], here {shape}.",
        )
    if order.ndim or order.dtype.kind not in "iu":
        raise ArtifactError(path, f"order must be one whole number, not {order.tolist()}.")
    if (searched > learned).any() or (np.isnan(searched) & np.isfinite(learned)).any():
        raise ArtifactError(path, "A run was learned before its search was over.")
    return HittingHistory(int(order), constants, dimensions, searched, learned, failed)
