"""What the methods of pruning are given besides a network, and what is left of it."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float32, Float64
from torch import Tensor

from compsparse.studies.regime.pruning.trained_network import TrainedNetwork


@dataclass(frozen=True)
class Evidence:
    """What a method may look at; most look at less."""

    inputs: Float32[Tensor, "input pixel"]  # at the pixels of a grid
    colours: Float32[Tensor, "channel pixel"]  # wanted there
    random: np.random.Generator


@dataclass(frozen=True)
class Pruned:
    """A pruned network, ready to be trained again."""

    weights: Float32[Tensor, " weight"]  # where training starts; 0 where masked
    mask: Bool[Tensor, " weight"]  # the remaining live weights
    threshold: float  # in the units of the method: larger ones keep fewer weights


Scores = Float64[Tensor, " weight"]  # infinite for a weight that no threshold removes
Scoring = Callable[[TrainedNetwork, Evidence], Scores]
