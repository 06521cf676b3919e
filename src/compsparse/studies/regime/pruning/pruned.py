"""Arguments and results of the pruning methods."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float32
from torch import Tensor

from compsparse.studies.regime.pruning.trained_network import TrainedNetwork


@dataclass(frozen=True)
class WeightCount:
    """A number of live weights; the method takes the nearest count that it can reach."""

    wanted: int


@dataclass(frozen=True)
class Threshold:
    """A threshold, in the units of the method: larger ones keep fewer weights."""

    value: float


Budget = WeightCount | Threshold


@dataclass(frozen=True)
class Pruned:
    """A pruned network, ready to be trained again."""

    weights: Float32[Tensor, " weight"]  # where training starts; 0 where masked
    mask: Bool[Tensor, " weight"]  # the remaining live weights
    threshold: float  # given or found, in the units of the method; NaN for a wiring that is given
    count: int  # of remaining weights
    wanted: int | None  # target count; None where a threshold was given


# network, budget, inputs at the pixels of a grid, target colours there, random numbers
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
