"""Pruning by a score of each weight that does not depend on the threshold.

One path from an input to an output always stays, the one whose lowest score is highest. As long as
a threshold leaves any path, it leaves this one: so keeping it changes a result only where nothing
would be left otherwise, and since it does not depend on the threshold, masks of growing thresholds
remain nested.
"""

import numpy as np
import torch
from jaxtyping import Bool, Float32
from torch import Tensor

from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.pruning.live import live_mask
from compsparse.studies.regime.pruning.matching import check_wanted, nearest_threshold
from compsparse.studies.regime.pruning.pruned import Pruned, Scores
from compsparse.studies.regime.pruning.trained_network import TrainedNetwork


def prune_by_score(
    network: TrainedNetwork,
    scores: Scores,
    wanted: int,  # count of weights; the nearest that a threshold gives is taken
    start: Float32[Tensor, " weight"],  # from which training continues
) -> Pruned:
    """Keep the weights of the highest scores. Masks nest: a smaller count keeps a subset."""
    check_wanted(wanted, network.count)
    threshold = 0.0
    candidates = np.unique(scores[network.live & torch.isfinite(scores)].numpy())
    if len(candidates):
        threshold = nearest_threshold(
            lambda value: int(kept_at(network, scores, value).sum()), candidates, wanted
        )
    mask = kept_at(network, scores, threshold)
    return Pruned(torch.where(mask, start, 0.0), mask, threshold)


def kept_at(network: TrainedNetwork, scores: Scores, threshold: float) -> Bool[Tensor, " weight"]:
    """Return the weights whose score is at least the threshold, and of these the live ones."""
    present = torch.where(network.live, scores, -torch.inf)
    path = widest_path(network.shape, present)
    return live_mask(network.shape, (present >= threshold) | path)


def widest_path(shape: LayeredShape, scores: Scores) -> Bool[Tensor, " weight"]:
    """Return the mask of the path, one weight a block; of equal ones, through the first units."""
    # a score is -inf where there is no weight
    width = torch.full((shape.inputs,), torch.inf, dtype=torch.float64)
    sources: list[Tensor] = []
    for matrix in shape.matrices(scores):
        width, source = torch.minimum(matrix, width).max(dim=1)
        sources.append(source)
    path = torch.zeros(shape.weights, dtype=torch.bool)
    unit = int(width.argmax())
    for matrix, source in zip(reversed(shape.matrices(path)), reversed(sources), strict=True):
        below = int(source[unit])
        matrix[unit, below] = True
        unit = below
    return path
