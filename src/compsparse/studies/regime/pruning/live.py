"""Live weights: those on a path from an input to an output, and their number.

A unit without a path of kept weights from an input, or without one to an output, is dead and loses
all its weights. A path then leads through every remaining weight, so that a mask is either empty
or keeps at least one unit of every layer. Everywhere in the study, the number of weights is the
number of live ones.
"""

import numpy as np
from jaxtyping import Bool

from compsparse.studies.regime.network.shape import OUTPUTS, LayeredShape


def live_mask(
    shape: LayeredShape, mask: Bool[np.ndarray, "*run weight"]
) -> Bool[np.ndarray, "*run weight"]:
    """Return the kept weights that lie on a path from an input to an output."""
    # the constant input is an input like the others; one pass up and one down suffice: the weights
    # left after them have a path on either side
    live = np.array(mask, dtype=np.bool_)
    blocks = shape.matrices(live)
    below = np.ones((*mask.shape[:-1], shape.inputs), dtype=np.bool_)
    for kept in blocks:
        kept &= below[..., None, :]
        below = np.asarray(kept.any(axis=-1))
    above = np.ones((*mask.shape[:-1], len(OUTPUTS)), dtype=np.bool_)
    for kept in reversed(blocks):
        kept &= above[..., None]
        above = np.asarray(kept.any(axis=-2))
    return live


def count(shape: LayeredShape, mask: Bool[np.ndarray, " weight"]) -> int:
    """Return the number of live weights."""
    return int(live_mask(shape, mask).sum())
