"""Similarity-based pruning of units: similar units are merged, then weak edges are removed.

Layer by layer, with the maps of the already pruned layers below, units are visited by importance,
|map|_2 |outgoing weights|_2. A unit j whose map is similar to that of a unit i that stays,
|c| = |<a_i, a_j>| / (|a_i| |a_j|) >= tau, is folded into the most similar one:

    w_out(i) += <a_i, a_j> / <a_i, a_i> w_out(j),

where i gets the outgoing edges of j; the relative error of the fold is sqrt(1 - c^2). Maps are not
centred, since no bias could take up a mean. Then, layer by layer, each unit loses incoming edges in
the order of w^2 |map|^2 as long as the sum of its inputs keeps a cosine of at least tau_e with
the original, and the squared change stays within 2 (1 - tau_e) of its squared length; the last edge
is never lost. One knob e sets both: tau = 1 - e / 4, tau_e = 1 - e.

A reconstruction: the documents name similarity-based pruning and give no formula (Document 001,
Figures 13 to 15).
"""

import numpy as np
from jaxtyping import Bool, Float32, Float64

from compsparse.studies.regime.network.forward import activate
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.pruning.by_score import check_wanted, nearest_threshold
from compsparse.studies.regime.pruning.trained_network import Pruned, TrainedNetwork, live_mask

LARGEST_KNOB = 4.0  # tau = 0: every layer becomes one unit
SMALLEST_KNOB = 0.004  # besides 0
KNOBS = 2**10  # distinct values, each 0.7 % above the previous
NEIGHBOURS = 8  # on either side of where the bisection of the knob ends: counts scatter by 20 %
PROPORTIONAL = 1e-10  # what 1 - |c| of proportional maps can be in float32
NO_CHANGE = 1e-12  # relative squared change that is rounding

Wired = tuple[Float32[np.ndarray, " weight"], Bool[np.ndarray, " weight"]]


def prune_by_merging(
    network: TrainedNetwork, wanted: int, inputs: Float32[np.ndarray, "input pixel"]
) -> Pruned:
    """Fold similar units into one another and drop weak edges, by maps at the ``inputs``.

    The threshold is the knob. Counts do not fall with it without exception, since a fold changes
    all maps above it, and jump where a unit goes: the nearest of those seen is taken, and masks of
    different counts need not nest.
    """
    check_wanted(wanted, network.count)
    knobs = np.append(0.0, np.geomspace(SMALLEST_KNOB, LARGEST_KNOB, KNOBS))
    knob = nearest_threshold(
        lambda e: int(merged(network, e, inputs)[1].sum()), knobs, wanted, NEIGHBOURS
    )
    return Pruned(*merged(network, knob, inputs), knob)


def merged(
    network: TrainedNetwork, knob: float, inputs: Float32[np.ndarray, "input pixel"]
) -> Wired:
    """Return weights and mask at the knob e, 0 to 4.

    At 0 only proportional maps are folded, and only edges that carry nothing are dropped.
    """
    shape = network.shape
    folded = fold_similar_units(shape, network.weights, network.live, 1 - knob / 4, inputs)
    return drop_weak_edges(shape, *folded, 1 - knob, inputs)


def fold_similar_units(
    shape: LayeredShape,
    weights: Float32[np.ndarray, " weight"],
    mask: Bool[np.ndarray, " weight"],
    tau: float,
    inputs: Float32[np.ndarray, "input pixel"],
) -> Wired:
    """Return live weights and mask after folding units whose |cosine| is at least tau.

    The first unit of a layer always stays, and a fold hands on every edge, so that no path is
    broken. A unit whose map is zero is folded into the first without a change of its weights.
    """
    weights, mask = np.where(mask, weights, np.float32(0)), mask.copy()
    values, edges = shape.matrices(weights), shape.matrices(mask)
    below = inputs
    for layer in range(shape.depth):
        below = activate(shape, values[layer] @ below)
        into, out = edges[layer], edges[layer + 1]
        importance = _lengths(below, 1) * _lengths(values[layer + 1], 0)
        units = np.flatnonzero(into.any(axis=1) & out.any(axis=0))
        visited = units[np.argsort(-importance[units], kind="stable")]
        for gone, stays, factor in _folds(below, visited.tolist(), tau):
            values[layer + 1][:, stays] += np.float32(factor) * values[layer + 1][:, gone]
            out[:, stays] |= out[:, gone]
            values[layer][gone], values[layer + 1][:, gone] = 0.0, 0.0
            into[gone], out[:, gone] = False, False
    mask = live_mask(shape, mask)
    return np.where(mask, weights, np.float32(0)), mask


def drop_weak_edges(
    shape: LayeredShape,
    weights: Float32[np.ndarray, " weight"],
    mask: Bool[np.ndarray, " weight"],  # the live weights
    tau: float,  # smallest cosine with the sum before; below -1, only 2 (1 - tau) bounds the change
    inputs: Float32[np.ndarray, "input pixel"],
) -> Wired:
    """Return live weights and mask after dropping edges that hardly change the sums of inputs."""
    weights, mask = np.where(mask, weights, np.float32(0)), mask.copy()
    values, edges = shape.matrices(weights), shape.matrices(mask)
    below = inputs
    for matrix, kept in zip(values, edges, strict=True):
        dropped = _dropped(matrix.astype(np.float64), kept, below.astype(np.float64), tau)
        kept &= ~dropped
        matrix[dropped] = 0.0
        if matrix is not values[-1]:
            below = activate(shape, matrix @ below)
    mask = live_mask(shape, mask)
    return np.where(mask, weights, np.float32(0)), mask


def _folds(
    maps: Float32[np.ndarray, "unit pixel"], visited: list[int], tau: float
) -> list[tuple[int, int, float]]:
    """Return unit that goes, unit that stays and factor of each fold."""
    exact = maps.astype(np.float64)
    gram = exact @ exact.T
    lengths = np.sqrt(np.diag(gram))
    products = np.outer(lengths, lengths)
    cosines = np.divide(np.abs(gram), products, out=np.zeros_like(gram), where=products > 0)
    staying: list[int] = []
    folds: list[tuple[int, int, float]] = []
    for unit in visited:
        if staying and lengths[unit] == 0:
            folds.append((unit, staying[0], 0.0))
            continue
        if staying:
            nearest = staying[int(np.argmax(cosines[unit, staying]))]
            if lengths[nearest] > 0 and cosines[unit, nearest] >= tau - PROPORTIONAL:
                factor = float(gram[nearest, unit] / gram[nearest, nearest])
                folds.append((unit, nearest, factor))
                continue
        staying.append(unit)
    return folds


def _dropped(
    matrix: Float64[np.ndarray, "above below"],
    kept: Bool[np.ndarray, "above below"],
    maps: Float64[np.ndarray, "below pixel"],
    tau: float,
) -> Bool[np.ndarray, "above below"]:
    """Return the edges to drop, found for all units at once from inner products of the maps.

    With the edges in order of strength, z the sum of all and s_m that of the m weakest: the cosine
    is <z, z - s_m> / (|z| |z - s_m|), and the relative squared change |s_m|^2 / |z|^2.
    """
    gram = maps @ maps.T
    strength = matrix**2 * gram.diagonal()
    # absent edges come first: they carry nothing and change no sum
    order = np.argsort(np.where(kept, strength, -1.0), axis=1, kind="stable")
    ordered = np.take_along_axis(matrix, order, axis=1)
    products = ordered[:, :, None] * gram[order[:, :, None], order[:, None, :]] * ordered[:, None]
    with_all = products.sum(axis=2).cumsum(axis=1)  # <z, s_m>
    change = products.cumsum(axis=1).cumsum(axis=2).diagonal(axis1=1, axis2=2)  # |s_m|^2
    whole = with_all[:, -1:]  # |z|^2
    rest = np.maximum(whole - 2 * with_all + change, 0)  # |z - s_m|^2
    similar = whole - with_all >= tau * np.sqrt(np.maximum(whole * rest, 0)) - NO_CHANGE * whole
    small = change <= (2 * (1 - tau) + NO_CHANGE) * whole
    allowed = np.logical_and.accumulate(similar & small, axis=1)
    allowed[:, -1] = False
    dropped = np.zeros_like(kept)
    np.put_along_axis(dropped, order, allowed, axis=1)
    return np.asarray(dropped & kept)


def _lengths(
    vectors: Float32[np.ndarray, "first second"], axis: int
) -> Float64[np.ndarray, " vector"]:
    return np.asarray(np.sqrt((vectors.astype(np.float64) ** 2).sum(axis=axis)))
