"""Hyperparameters of training, and random generators of a job's runs, by name."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from workflow_engine.seeds import generator


@dataclass(frozen=True)
class Recipe:
    """Optimizer, learning rates and batch of pixels of a training.

    Each run's gradient is divided by its Euclidean norm. The learning rate follows half a cosine
    from ``rate`` at the first step to ``final_rate`` after the last. The networks published with
    the evolved ones were trained on the whole image, normalised alike, with Adam at a constant
    3e-3.
    """

    optimizer: str  # adam, or muon: Muon on the hidden matrices, Adam on first and last block
    rate: float
    final_rate: float  # equal to ``rate`` for a constant learning rate
    steps: int
    pixels: int  # per step, one from each of as many equal strata; 0 for the whole image
    newton_schulz: int = 5  # iterations of Muon

    def rate_at(self, step: int) -> float:
        """Return the learning rate of an update; the first is update 0."""
        share = (1 + math.cos(math.pi * step / max(self.steps, 1))) / 2
        return self.final_rate + (self.rate - self.final_rate) * share


@dataclass(frozen=True)
class RunSeeds:
    """The names that all random generators of a job begin with."""

    root_seed: int
    names: Sequence[str | int]

    def generator(self, role: str, run: int) -> np.random.Generator:
        """Return the generator of a role, such as weights, for a run."""
        return generator(self.root_seed, *self.names, role, run)
