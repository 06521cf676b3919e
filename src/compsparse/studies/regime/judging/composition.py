"""Do edits of two parts compose: is the image of both edits the sum of their changes?"""

import math

import numpy as np
from jaxtyping import Float32, Float64, Int64

from compsparse.studies.regime.judging.grid import grid_inputs
from compsparse.studies.regime.judging.sweep import Sweep
from compsparse.studies.regime.network.forward import images
from compsparse.studies.regime.network.shape import LayeredShape

_AT_ONCE = 16  # networks


def pairs_of_parts(
    parts: Int64[np.ndarray, " matched"], number: int, random: np.random.Generator
) -> Int64[np.ndarray, "pair 2"]:
    """Return ``number`` different pairs of matched sweeps of two different ``parts``, or all.

    Parts ``np.arange`` pair sweeps regardless of what they edit.
    """
    first, second = np.triu_indices(len(parts), k=1)
    different = parts[first] != parts[second]
    pairs = np.stack([first[different], second[different]], axis=1).astype(np.int64)
    return pairs if number >= len(pairs) else random.choice(pairs, number, replace=False)


def composition_errors(
    shape: LayeredShape,
    weights: Float32[np.ndarray, " weight"],
    sweep: Sweep,
    pairs: Int64[np.ndarray, "pair 2"],
) -> Float64[np.ndarray, " pair"]:
    """Return |I_12 - (I + D_1 + D_2)| / sqrt(|D_1|^2 + |D_2|^2) for pairs of matched sweeps.

    I_12 is the image with both weights changed, D_1 and D_2 the changes that each alone adds to the
    image I. 0: the edits compose. The denominator cannot vanish when edits cancel each other. A
    weight changed by both edits, up and down, is changed by their sum.
    """
    matched = np.flatnonzero(sweep.matched)
    side = math.isqrt(sweep.base.shape[1])
    inputs = grid_inputs(side)
    changes = sweep.changes
    errors = np.empty(len(pairs))
    for start in range(0, len(pairs), _AT_ONCE):
        batch = pairs[start : start + _AT_ONCE]
        both = np.repeat(weights[None], len(batch), axis=0)
        for sweeps in matched[batch].T:
            both[np.arange(len(batch)), sweep.indices[sweeps]] += sweep.deltas[sweeps]
        changed = images(shape, both, inputs) - sweep.base
        alone = changes[batch].astype(np.float64)
        left = changed - alone.sum(axis=1)
        sizes = (alone**2).sum(axis=(1, 2, 3))
        errors[start : start + _AT_ONCE] = np.sqrt((left**2).sum(axis=(1, 2)) / sizes)
    return errors
