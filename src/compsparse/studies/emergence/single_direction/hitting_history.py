"""Histories of runs until a direction is learned, checked on reading."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Bool, Float64, Int64

from workflow_engine.artifacts import errors, named_axes

_HISTORY = {
    "order": Int64[np.ndarray, ""],
    "step_constant": Float64[np.ndarray, " constant"],
    "dimension": Int64[np.ndarray, " dimension"],
    "searched": Float64[np.ndarray, "constant dimension run"],
    "learned": Float64[np.ndarray, "constant dimension run"],
    "failed": Bool[np.ndarray, "constant dimension run"],
}


@dataclass(frozen=True)
class HittingHistory:
    """Content of a history of ``train_single_index_steps``."""

    order: int
    step_constant: Float64[np.ndarray, " constant"]
    dimension: Int64[np.ndarray, " dimension"]
    searched: Float64[np.ndarray, "constant dimension run"]  # NaN: never
    learned: Float64[np.ndarray, "constant dimension run"]
    failed: Bool[np.ndarray, "constant dimension run"]


def read_hitting_history(path: Path) -> HittingHistory:
    """Read a history."""
    arrays = named_axes.read_named_axes(path, _HISTORY)
    searched, learned = arrays["searched"], arrays["learned"]
    if (searched > learned).any() or (np.isnan(searched) & np.isfinite(learned)).any():
        raise errors.ArtifactError(path, "A run was learned before its search was over.")
    return HittingHistory(int(arrays.pop("order")), **arrays)
