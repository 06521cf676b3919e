"""Hyperparameters of training, random generators of a job's runs by name, and initial weights.

LeCun's variance is 1 / fan-in. In a wired network, with the fan-in of a dense layer, a unit with
two weights would start almost at zero; so the fan-in is the number of weights that the unit has.
For a dense network this is LeCun's rule itself.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float32
from scipy import special

from compsparse.studies.regime.network.forward import Weights
from compsparse.studies.regime.network.shape import LayeredShape
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


_CUT = 2.0  # standard deviations
# standard deviation of N(0, 1) truncated at 2; flax divides by this constant
_CUT_DEVIATION = 0.87962566103423978


def lecun_normal(
    shape: LayeredShape, randoms: Sequence[np.random.Generator], scale: float = 1.0
) -> Weights:
    """Draw weights as flax initialises its dense layers: LeCun normal, truncated at 2 deviations.

    In a block with c columns the weights have mean 0 and variance scale^2 / c, and none is beyond 2
    scale / (0.8796 sqrt(c)). One uniform number of float64 each, from a generator per run, so that
    stacking changes no draw; every weight is its normal quantile.
    """
    low, high = special.ndtr(-_CUT), special.ndtr(_CUT)
    deviations = np.concatenate(
        [
            np.full(block.rows * block.columns, scale / math.sqrt(block.columns) / _CUT_DEVIATION)
            for block in shape.blocks
        ]
    )
    weights = np.empty((len(randoms), shape.weights), dtype=np.float32)
    for run, random in enumerate(randoms):
        cut = special.ndtri(low + (high - low) * random.random(shape.weights))
        # quantiles of the ends are rounded
        weights[run] = deviations * np.clip(cut, -_CUT, _CUT)
    return weights


def wired_normal(
    shape: LayeredShape,
    mask: Bool[np.ndarray, " weight"],
    random: np.random.Generator,
    scale: float = 1.0,
) -> Float32[np.ndarray, " weight"]:
    """Draw LeCun normal weights by the fan-in of each unit; zero where masked."""
    # one draw for every weight of the shape: two wirings start alike at common weights, up to the
    # factor of their fan-ins
    weights = lecun_normal(shape, [random], scale)[0]
    for matrix, present in zip(shape.matrices(weights), shape.matrices(mask), strict=True):
        fan_in = present.sum(axis=1, keepdims=True)
        matrix *= np.sqrt(matrix.shape[1] / np.maximum(fan_in, 1))
    return np.where(mask, weights, np.float32(0))
