"""What the methods of pruning are given, and what they leave.

Live weights: those on a path from an input to an output, and their number.

A unit without a path of kept weights from an input, or without one to an output, is dead and loses
all its weights. A path then leads through every remaining weight, so that a mask is either empty
or keeps at least one unit of every layer. Everywhere in the study, the number of weights is the
number of live ones.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from jaxtyping import Bool, Float32, Float64

from compsparse.studies.regime.network.shape import OUTPUTS, LayeredShape


def live_mask(
    shape: LayeredShape, mask: Bool[np.ndarray, "*run weight"]
) -> Bool[np.ndarray, "*run weight"]:
    """Return the kept weights that lie on a path from an input to an output."""
    # the constant input is an input like the others; one pass up and one down suffice: the weights
    # left after them have a path on either side
    live = np.array(mask, dtype=np.bool_)
    blocks = shape.matrices(live)
    below = np.ones((*mask.shape[:-1], shape.inputs), dtype=np.bool_)
    for kept in blocks:
        kept &= below[..., None, :]
        below = np.asarray(kept.any(axis=-1))
    above = np.ones((*mask.shape[:-1], len(OUTPUTS)), dtype=np.bool_)
    for kept in reversed(blocks):
        kept &= above[..., None]
        above = np.asarray(kept.any(axis=-2))
    return live


@dataclass(frozen=True)
class TrainedNetwork:
    """One network; a later round of pruning takes the mask of the previous round."""

    shape: LayeredShape
    weights: Float32[np.ndarray, " weight"]  # after training
    mask: Bool[np.ndarray, " weight"]  # present weights
    initial: Float32[np.ndarray, " weight"]  # to which lottery tickets are rewound

    def __post_init__(self) -> None:
        lengths = {len(self.weights), len(self.mask), len(self.initial)}
        if lengths != {self.shape.weights}:
            raise ValueError(
                f"Got {len(self.weights)} weights, {len(self.mask)} entries of the mask and "
                f"{len(self.initial)} initial weights; the shape has {self.shape.weights}."
            )
        broken = int((~np.isfinite(self.weights[self.mask])).sum())
        if broken:
            raise ValueError(
                f"{broken} of {int(self.mask.sum())} kept weights are not finite; a network whose "
                "training diverged cannot be pruned: train it again with a smaller rate."
            )
        if not self.live.any():
            raise ValueError(
                f"No path of the {int(self.mask.sum())} kept weights leads from an input to an "
                "output; a network to prune needs at least one."
            )

    @cached_property
    def live(self) -> Bool[np.ndarray, " weight"]:
        """Weights on a path from an input to an output."""
        return live_mask(self.shape, self.mask)

    @cached_property
    def effective(self) -> Float32[np.ndarray, " weight"]:
        """The weights where they are live, and 0 elsewhere."""
        return np.where(self.live, self.weights, np.float32(0))

    @property
    def count(self) -> int:
        """Number of live weights."""
        return int(self.live.sum())


@dataclass(frozen=True)
class Evidence:
    """What a method may look at besides a network; most look at less."""

    inputs: Float32[np.ndarray, "input pixel"]  # at the pixels of a grid
    colours: Float32[np.ndarray, "channel pixel"]  # wanted there
    random: np.random.Generator


@dataclass(frozen=True)
class Pruned:
    """A pruned network, ready to be trained again."""

    weights: Float32[np.ndarray, " weight"]  # where training starts; 0 where masked
    mask: Bool[np.ndarray, " weight"]  # the remaining live weights
    threshold: float  # in the units of the method: larger ones keep fewer weights


Scores = Float64[np.ndarray, " weight"]  # infinite for a weight that no threshold removes
Scoring = Callable[[TrainedNetwork, Evidence], Scores]
