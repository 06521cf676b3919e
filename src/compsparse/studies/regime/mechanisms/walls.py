"""How the error rises along directions in weight space, and the distance of its walls.

The set of weights around a network whose error is below a bound has, in d dimensions and seen from
the network, a volume proportional to the mean of r^d over directions, r being the distance to the
bound. Volumes of networks with different numbers of weights are volumes in different spaces, and
cannot be compared; the mean of log r, a volume's logarithm per dimension from below (Jensen), can.

Directions are random, and as long in every layer as the layer's own weights: a step of a given
relative size changes the weights of each layer by that fraction of their norm. So networks with few
large weights and with many small ones take comparable steps. Steps of equal length and the trace of
the Hessian do not compare them: both depend on the number and on the scale of the weights (Li et
al. 2018, by layers instead of filters, since a unit of a sparse network may have one weight).
"""

import numpy as np
import torch
from jaxtyping import Bool, Float32, Float64
from torch import Tensor

from compsparse.studies.regime.network.gradient import PixelError
from compsparse.studies.regime.network.shape import LayeredShape

SIZES = 2.0 ** np.arange(-10, 2)  # of steps, relative to the weights: 0.1 % to 200 %


def errors_along(
    shape: LayeredShape,
    weights: Float32[Tensor, " weight"],
    directions: Float32[Tensor, "direction weight"],
    sizes: Float64[np.ndarray, " size"],
    inputs: Float32[Tensor, "input pixel"],
    wanted: Float32[Tensor, "3 pixel"],
) -> Float64[np.ndarray, "direction size"]:
    """Return the mean squared error after steps of all sizes along all directions."""
    error = PixelError(shape, len(directions))
    found = [
        error.value(weights + float(size) * directions, inputs, wanted).numpy() for size in sizes
    ]
    return np.stack(found, axis=1).astype(np.float64)


def log_distances(
    errors: Float64[np.ndarray, "direction size"], sizes: Float64[np.ndarray, " size"], wall: float
) -> Float64[np.ndarray, " direction"]:
    """Return log10 of the size at which the error first exceeds ``wall`` along each direction.

    Between two sizes the logarithm of the error is taken as linear in that of the size. A wall
    before the first size is put there, and so is one beyond the last.
    """
    above = errors > wall
    reached = above.any(axis=1)
    after = np.where(reached, above.argmax(axis=1), len(sizes) - 1)
    before = np.maximum(after - 1, 0)
    rows = np.arange(len(errors))
    low, high = (np.log(errors[rows, place]) for place in (before, after))
    share = np.where(
        reached & (after > 0), (np.log(wall) - low) / np.where(high > low, high - low, 1.0), 1.0
    )
    logs = np.log10(sizes)
    found: Float64[np.ndarray, " direction"] = logs[before] + share * (logs[after] - logs[before])
    return found


def relative_directions(
    shape: LayeredShape,
    weights: Float32[Tensor, " weight"],
    moved: Bool[Tensor, " weight"],
    pairs: int,
    random: np.random.Generator,
) -> Float32[Tensor, "direction weight"]:
    """Return ``pairs`` random directions in the ``moved`` weights, and then their opposites."""
    # a direction and its opposite: the gradient cancels in means
    drawn = random.standard_normal((pairs, shape.weights)).astype(np.float32)
    directions = torch.where(moved, torch.from_numpy(drawn), 0.0)
    for block in shape.blocks:
        layer = slice(block.start, block.stop)
        lengths = torch.linalg.vector_norm(directions[:, layer], dim=1, keepdim=True)
        wanted = torch.linalg.vector_norm(weights[layer])
        directions[:, layer] *= wanted / lengths.clamp(min=torch.finfo(torch.float32).tiny)
    return torch.cat([directions, -directions])
