"""Which inputs are seen in training (document 004, Section 4.4, (P10)), and mean losses."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.ensembles.training import Losses


@dataclass(frozen=True)
class InputSplit:
    """Disjoint inputs of each run, in increasing order."""

    inputs: int  # number of inputs
    seen: Int64[np.ndarray, "run seen"]  # trained on
    unseen: Int64[np.ndarray, "run unseen"]  # all others, those held out among them
    held_out: Int64[np.ndarray, "run held_out"] | None  # not seen at any seen_fraction

    def losses(self, divergences: Float64[np.ndarray, "run x"]) -> Losses:
        """Return the mean divergence of each run over unseen, seen and held-out inputs."""
        parts = {"loss": self.unseen, "train_loss": self.seen, "held_out_loss": self.held_out}
        return {
            name: np.take_along_axis(divergences, rows, axis=1).mean(1)
            for name, rows in parts.items()
            if rows is not None
        }

    def indicator(self) -> Int64[np.ndarray, "run x"]:
        """Return 1 for every seen input of each run, 0 for the others."""
        indicator = np.zeros((len(self.seen), self.inputs), dtype=np.int64)
        np.put_along_axis(indicator, self.seen, 1, axis=1)
        return indicator


def split_inputs(
    size: int,
    randoms: Sequence[np.random.Generator],
    *,
    seen_fraction: float,
    held_out_fraction: float = 0.0,
) -> InputSplit:
    """Draw the split of ``size`` inputs for every run."""
    held_out, count = round(held_out_fraction * size), round(seen_fraction * size)
    if not (0 < count < size and held_out + count <= size) or (held_out_fraction and not held_out):
        raise ValueError(
            f"seen_fraction is {seen_fraction} and held_out_fraction {held_out_fraction}; "
            f"of {size} inputs that makes {count} seen and {held_out} held out. At least 1 must "
            "be seen and 1 unseen, and a held-out fraction must be at least one input."
        )
    permutations = np.stack([random.permutation(size) for random in randoms])
    first = permutations[:, :held_out]
    seen = permutations[:, held_out : held_out + count]
    rest = permutations[:, held_out + count :]
    return InputSplit(
        inputs=size,
        seen=np.sort(seen, axis=1),
        unseen=np.sort(np.concatenate([first, rest], axis=1), axis=1),
        held_out=np.sort(first, axis=1) if held_out else None,
    )
