"""Pictures that are chains of known primitives, and a test whether units hold these.

The primitives are functions of the pixel,

    p_1 = sin(4 x),  p_2 = gaussian(2 y),  p_3 = sigmoid(8 d - 7.2),

and a chain takes one after the other: e_1 = p_1, e_k = gaussian(e_(k-1) + p_k). The picture is grey
of brightness |e_P|. Three units a layer, one of each activation, and P layers paint it exactly: the
primitives are in the first layer, e_k in layer k.
"""

import numpy as np
from jaxtyping import Float32, Float64, Shaped
from scipy.optimize import linear_sum_assignment

from compsparse.studies.regime.network.pixels import pixel_inputs

MOST = 3  # primitives
ACTIVATIONS = ("gaussian", "sigmoid", "sin")  # equal fractions of a layer's units
_CONSTANT = 1e-4  # standard deviation over pixels below which a map counts as constant


def primitive_maps(primitives: int, size: int) -> Float64[np.ndarray, "primitive pixel"]:
    """Return the primitives at the pixels of a square image, row by row."""
    x, y, d, _ = pixel_inputs(size).astype(np.float64)
    maps = np.stack([np.sin(4 * x), _gaussian(2 * y), np.tanh((8 * d - 7.2) / 2)])
    return maps[:primitives]


def chain_picture(primitives: int, size: int) -> Float32[np.ndarray, "3 pixel"]:
    """Return red, green and blue of the chain of P primitives."""
    first, *others = primitive_maps(primitives, size)
    value = first
    for primitive in others:
        value = _gaussian(value + primitive)
    return np.tile(np.abs(value).astype(np.float32), (3, 1))


def weakest_match(
    wanted: Shaped[np.ndarray, "primitive pixel"], maps: Shaped[np.ndarray, "unit pixel"]
) -> float:
    """Return the smallest |correlation| of the best one-to-one match of primitives with units.

    The match is that of the largest sum (Hungarian method). A unit has one primitive at most, and
    several units may be like a primitive: copies further up do not count against a network.
    """
    correlations = np.abs(_unit(wanted) @ _unit(maps).T)
    if correlations.shape[1] < len(wanted):
        return 0.0
    rows, columns = linear_sum_assignment(correlations, maximize=True)
    return float(correlations[rows, columns].min())


def _gaussian(values: Float64[np.ndarray, " pixel"]) -> Float64[np.ndarray, " pixel"]:
    return np.asarray(2 * np.exp(-(values**2)) - 1)


def _unit(maps: Shaped[np.ndarray, "map pixel"]) -> Float64[np.ndarray, "map pixel"]:
    """Return directions of the centred maps; 0 where a map is constant."""
    centred = maps.astype(np.float64) - maps.mean(axis=1, keepdims=True, dtype=np.float64)
    constant = centred.std(axis=1, keepdims=True) < _CONSTANT
    lengths = np.where(constant, 1.0, np.linalg.norm(centred, axis=1, keepdims=True))
    return np.asarray(np.where(constant, 0.0, centred / lengths))
