"""Pruning by a score of each weight that does not depend on the threshold."""

import numpy as np
import torch
from jaxtyping import Bool, Float32, Float64
from torch import Tensor

from compsparse.studies.regime.pruning.live import count, live_mask
from compsparse.studies.regime.pruning.matching import check_wanted, nearest_threshold
from compsparse.studies.regime.pruning.pruned import Budget, Pruned, Threshold
from compsparse.studies.regime.pruning.trained_network import TrainedNetwork
from compsparse.studies.regime.pruning.widest_path import widest_path


def prune_by_score(
    network: TrainedNetwork,
    scores: Float64[Tensor, " weight"],  # infinite for a weight that no threshold removes
    budget: Budget,
    start: Float32[Tensor, " weight"],  # from which training continues
) -> Pruned:
    """Keep the weights whose score is at least the threshold, and of these the live ones.

    Masks nest: at a larger threshold, or a smaller count, a subset is kept. The widest path by
    score stays at every threshold, so that no layer is emptied.
    """
    shape = network.shape
    present = torch.where(network.live, scores, -torch.inf)
    path = widest_path(shape, present)

    def mask_at(threshold: float) -> Bool[Tensor, " weight"]:
        return (present >= threshold) | path

    if isinstance(budget, Threshold):
        threshold, wanted = budget.value, None
    else:
        threshold, wanted = 0.0, budget.wanted
        check_wanted(wanted, network.count)
        candidates = np.unique(present[torch.isfinite(present)].numpy())
        if len(candidates):
            threshold = nearest_threshold(
                lambda value: count(shape, mask_at(value)), candidates, wanted
            )
    mask = live_mask(shape, mask_at(threshold))
    return Pruned(torch.where(mask, start, 0.0), mask, threshold, int(mask.sum()), wanted)
