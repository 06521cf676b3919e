"""Pruning by a score of each weight that does not depend on the threshold.

One path from an input to an output always stays, the one whose lowest score is highest. As long as
a threshold leaves any path, it leaves this one: so keeping it changes a result only where nothing
would be left otherwise, and since it does not depend on the threshold, masks of growing thresholds
remain nested.
"""

from collections.abc import Callable

import numpy as np
from jaxtyping import Bool, Float32, Float64, Int64

from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.pruning.trained_network import (
    Pruned,
    Scores,
    TrainedNetwork,
    live_mask,
)

GOLDEN_RATIO = 0.6180339887498949


def prune_by_score(
    network: TrainedNetwork,
    scores: Scores,
    wanted: int,  # count of weights; the nearest that a threshold gives is taken
    start: Float32[np.ndarray, " weight"],  # from which training continues
) -> Pruned:
    """Keep the weights of the highest scores. Masks nest: a smaller count keeps a subset."""
    check_wanted(wanted, network.count)
    threshold = 0.0
    candidates = np.unique(scores[network.live & np.isfinite(scores)])
    if len(candidates):
        threshold = nearest_threshold(
            lambda value: int(kept_at(network, scores, value).sum()), candidates, wanted
        )
    mask = kept_at(network, scores, threshold)
    return Pruned(np.where(mask, start, np.float32(0)), mask, threshold)


def kept_at(
    network: TrainedNetwork, scores: Scores, threshold: float
) -> Bool[np.ndarray, " weight"]:
    """Return the weights whose score is at least the threshold, and of these the live ones."""
    present = np.where(network.live, scores, -np.inf)
    path = widest_path(network.shape, present)
    return live_mask(network.shape, (present >= threshold) | path)


def widest_path(shape: LayeredShape, scores: Scores) -> Bool[np.ndarray, " weight"]:
    """Return the mask of the path, one weight a block; of equal ones, through the first units."""
    # a score is -inf where there is no weight
    width = np.full(shape.inputs, np.inf)
    sources: list[np.ndarray] = []
    for matrix in shape.matrices(scores):
        lowest = np.minimum(matrix, width)
        sources.append(lowest.argmax(axis=1))
        width = lowest.max(axis=1)
    path = np.zeros(shape.weights, dtype=np.bool_)
    unit = int(width.argmax())
    for matrix, source in zip(reversed(shape.matrices(path)), reversed(sources), strict=True):
        below = int(source[unit])
        matrix[unit, below] = True
        unit = below
    return path


def check_wanted(wanted: int, present: int) -> None:
    """Refuse a target number of weights below one, or above the present one."""
    if not 1 <= wanted <= present:
        raise ValueError(
            f"{wanted} weights are wanted of a network with {present} live ones; allowed: 1 to "
            f"{present}. Ask for fewer, or prune a network with more."
        )


def nearest_threshold(
    count_at: Callable[[float], int],
    candidates: Float64[np.ndarray, " candidate"],
    wanted: int,
    neighbours: int = 0,
) -> float:
    """Return the candidate whose count is nearest to the wanted one, by bisection.

    Counts fall along the ascending candidates. If they are monotonic, the nearest of all is found,
    otherwise the nearest of those evaluated, which include ``neighbours`` on either side of the end
    of the bisection. Of two equally near candidates, the smaller one, which keeps more, is taken.
    """
    seen: dict[int, int] = {}

    def distance(index: int) -> int:
        if index not in seen:
            seen[index] = count_at(float(candidates[index])) - wanted
        return seen[index]

    low, high = 0, len(candidates) - 1
    distance(low)
    distance(high)
    while high - low > 1:
        middle = (low + high) // 2
        if distance(middle) >= 0:
            low = middle
        else:
            high = middle
    for index in range(max(low - neighbours, 0), min(high + neighbours + 1, len(candidates))):
        distance(index)
    return float(candidates[min(seen, key=lambda index: (abs(seen[index]), index))])


def shares(
    values: Float64[np.ndarray, " member"], groups: Int64[np.ndarray, " member"]
) -> Float64[np.ndarray, " member"]:
    """Return the fraction, in (0, 1), of each group with lower values, or equal earlier ones.

    A threshold p then removes the lowest p of every group, such as a layer. Groups of equal size
    would all lose a member at the same threshold; (rank + turn) / size with turns between 0 and 1
    lets them do so one after the other. The turns are the multiples of the golden ratio modulo 1,
    which are evenly spaced for any number of groups and favour neither the first layers nor the
    last.
    """
    order = np.lexsort((values, groups))  # stable
    sizes = np.bincount(groups)
    starts = np.cumsum(sizes) - sizes
    ranks = np.empty(len(groups))
    ranks[order] = np.arange(len(groups)) - starts[groups[order]]
    turns = np.mod((groups + 1) * GOLDEN_RATIO, 1.0)
    return np.asarray((ranks + turns) / sizes[groups])


def block_numbers(shape: LayeredShape) -> Int64[np.ndarray, " weight"]:
    """Return the number of each weight's block, 0 for those from the inputs."""
    sizes = [block.rows * block.columns for block in shape.blocks]
    return np.repeat(np.arange(len(sizes)), sizes)


def target_numbers(shape: LayeredShape) -> Int64[np.ndarray, " weight"]:
    """Return the number of each weight's target unit, counted from the first layer."""
    fan_in = [block.columns for block in shape.blocks for _ in range(block.rows)]
    return np.repeat(np.arange(len(fan_in)), fan_in)
