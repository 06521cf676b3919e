"""Initial weights of dense networks, and of networks of a given wiring.

LeCun's variance is 1 / fan-in. In a wired network, with the fan-in of a dense layer, a unit with
two weights would start almost at zero; so the fan-in is the number of weights that the unit has.
For a dense network this is LeCun's rule itself.
"""

import math
from collections.abc import Sequence

import numpy as np
from jaxtyping import Bool, Float32
from scipy import special

from compsparse.studies.regime.network.forward import Weights
from compsparse.studies.regime.network.shape import LayeredShape

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
