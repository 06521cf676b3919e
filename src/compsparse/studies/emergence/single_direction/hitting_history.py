"""Histories of runs until a direction is learned, checked on reading."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float64, Int64


@dataclass(frozen=True)
class HittingHistory:
    """Content of a history of ``train_single_index_steps``."""

    order: int
    step_constant: Float64[np.ndarray, " constant"]
    dimension: Int64[np.ndarray, " dimension"]
    searched: Float64[np.ndarray, "constant dimension run"]  # NaN: never
    learned: Float64[np.ndarray, "constant dimension run"]
    failed: Bool[np.ndarray, "constant dimension run"]

    def __post_init__(self) -> None:
        learned_alone = np.isnan(self.searched) & np.isfinite(self.learned)
        if ((self.searched > self.learned) | learned_alone).any():
            raise ValueError("A run was learned before its search was over.")
