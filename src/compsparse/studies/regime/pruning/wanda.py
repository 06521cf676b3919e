"""Wanda: a weight counts by its size times the size of what it carries (Sun et al. 2023).

The score is |w| |a|_2 with the map a of the source over the pixels; scores are compared among the
weights into one unit, and every unit loses the same share (Document 001, Figures 30 to 37).
"""

import numpy as np
import torch
from jaxtyping import Float32
from torch import Tensor

from compsparse.studies.regime.pruning.block_numbers import target_numbers
from compsparse.studies.regime.pruning.by_score import prune_by_score
from compsparse.studies.regime.pruning.maps import layer_maps
from compsparse.studies.regime.pruning.matching import check_threshold
from compsparse.studies.regime.pruning.pruned import Budget, Pruned, Threshold
from compsparse.studies.regime.pruning.shares import shares
from compsparse.studies.regime.pruning.trained_network import TrainedNetwork


def prune_by_wanda(
    network: TrainedNetwork,
    budget: Budget,  # share that every unit loses, 0 to 1, or wanted count
    inputs: Float32[Tensor, "input pixel"],  # at the pixels over which maps are measured
    colours: Float32[Tensor, "channel pixel"],  # not used
    random: np.random.Generator,  # not used
) -> Pruned:
    """Keep the same fraction of the incoming weights of every unit, of largest |w| |a|_2."""
    if isinstance(budget, Threshold):
        check_threshold(budget.value, 0.0, 1.0, "the share that every unit loses")
    shape, live = network.shape, network.live
    maps = layer_maps(shape, network.effective, inputs)[:-1]
    carried = torch.cat(
        [
            below.double().norm(dim=1).repeat(block.rows)
            for below, block in zip(maps, shape.blocks, strict=True)
        ]
    )
    scores = network.weights.abs().double() * carried
    scores[live] = shares(scores[live], target_numbers(shape)[live])
    return prune_by_score(network, scores, budget, network.weights)
