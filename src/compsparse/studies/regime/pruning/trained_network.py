"""What the methods of pruning are given, and what they leave."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from jaxtyping import Bool, Float32, Float64

from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.pruning.live import live_mask


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
