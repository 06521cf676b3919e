"""The mistakes of predictors after more and more examples."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float64, Int32, Int64


@dataclass(frozen=True, eq=False)
class Curve:
    """Counts over the held-out inputs of every run; -1 where a run was not trained (any more)."""

    sample_counts: Int64[np.ndarray, " size"]  # numbers N of examples, increasing
    inputs: int  # bits of an input
    held_out: int  # inputs that are counted
    gate_mistakes: Int32[np.ndarray, "size run gate"]  # wrong inputs, given the true tokens before
    without_mistake: Int32[np.ndarray, "size run"]  # inputs without any of those
    chain_right: Int32[np.ndarray, "size run"]  # all tokens right, each from those written
    outputs_right: Int32[np.ndarray, "size run"]  # inputs whose outputs are all right

    def __post_init__(self) -> None:
        if (np.diff(self.sample_counts) <= 0).any() or self.sample_counts[0] < 1:
            raise ValueError("sample_counts are not increasing numbers from 1 on.")
        for name in ("gate_mistakes", "without_mistake", "chain_right", "outputs_right"):
            counts = getattr(self, name)
            if counts.min() < -1 or counts.max() > self.held_out:
                raise ValueError(f"{name} counts more than {self.held_out} inputs, or below 0.")

    @property
    def gates(self) -> int:
        """Number s of gates."""
        return int(self.gate_mistakes.shape[2])

    @property
    def runs(self) -> int:
        """Number of independent draws of examples."""
        return int(self.gate_mistakes.shape[1])

    @property
    def trained(self) -> Bool[np.ndarray, "size run"]:
        """Say where a predictor was trained."""
        return self.outputs_right >= 0

    def samples_to_learn(self, target: float) -> Float64[np.ndarray, " run"]:
        """Return the smallest N with at least the target fraction of right outputs, or infinity."""
        learned = self.outputs_right >= target * self.held_out
        first = self.sample_counts[learned.argmax(axis=0)].astype(np.float64)
        return np.where(learned.any(axis=0), first, np.inf)
