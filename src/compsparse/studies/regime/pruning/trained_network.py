"""A trained network, the input of the pruning methods."""

from dataclasses import dataclass
from functools import cached_property

import torch
from jaxtyping import Bool, Float32
from torch import Tensor

from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.pruning.live import live_mask


@dataclass(frozen=True)
class TrainedNetwork:
    """One network; a later round of pruning takes the mask of the previous round."""

    shape: LayeredShape
    weights: Float32[Tensor, " weight"]  # after training
    mask: Bool[Tensor, " weight"]  # present weights
    initial: Float32[Tensor, " weight"]  # to which lottery tickets are rewound

    def __post_init__(self) -> None:
        lengths = {len(self.weights), len(self.mask), len(self.initial)}
        if lengths != {self.shape.weights}:
            raise ValueError(
                f"Got {len(self.weights)} weights, {len(self.mask)} entries of the mask and "
                f"{len(self.initial)} initial weights; the shape has {self.shape.weights}."
            )
        broken = int((~torch.isfinite(self.weights[self.mask])).sum())
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
    def live(self) -> Bool[Tensor, " weight"]:
        """Weights on a path from an input to an output."""
        return live_mask(self.shape, self.mask)

    @cached_property
    def effective(self) -> Float32[Tensor, " weight"]:
        """The weights where they are live, and 0 elsewhere."""
        return torch.where(self.live, self.weights, 0.0)

    @property
    def count(self) -> int:
        """Number of live weights."""
        return int(self.live.sum())
