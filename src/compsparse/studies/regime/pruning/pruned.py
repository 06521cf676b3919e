"""What every method of pruning is asked for, and what it returns."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float32
from torch import Tensor

from compsparse.studies.regime.pruning.trained_network import TrainedNetwork


@dataclass(frozen=True)
class WeightCount:
    """Ask for so many live weights; the nearest count that the method can reach is taken."""

    wanted: int


@dataclass(frozen=True)
class Threshold:
    """Ask for a threshold, in the units of the method: more of it keeps fewer weights."""

    value: float


Budget = WeightCount | Threshold


@dataclass(frozen=True)
class Pruned:
    """A pruned network, ready to be trained again."""

    weights: Float32[Tensor, " weight"]  # where training starts; 0 where the mask is off
    mask: Bool[Tensor, " weight"]  # the live weights that are left
    threshold: float  # given or found, in the units of the method; NaN for a wiring that is given
    count: int  # of weights that are left
    wanted: int | None  # count that was asked for; None if a threshold was


# network, budget, inputs at the pixels of a grid, colours that are wanted there, random numbers
Method = Callable[
    [
        TrainedNetwork,
        Budget,
        Float32[Tensor, "input pixel"],
        Float32[Tensor, "channel pixel"],
        np.random.Generator,
    ],
    Pruned,
]
