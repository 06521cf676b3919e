"""Random pruning: the control for every method at its count."""

import numpy as np
import torch
from jaxtyping import Float32
from torch import Tensor

from compsparse.studies.regime.pruning.block_numbers import block_numbers
from compsparse.studies.regime.pruning.by_score import prune_by_score
from compsparse.studies.regime.pruning.matching import check_threshold
from compsparse.studies.regime.pruning.pruned import Budget, Pruned, Threshold
from compsparse.studies.regime.pruning.shares import shares
from compsparse.studies.regime.pruning.trained_network import TrainedNetwork


def prune_at_random(
    network: TrainedNetwork,
    budget: Budget,  # fraction that every layer loses, 0 to 1, or wanted count
    inputs: Float32[Tensor, "input pixel"],  # not used
    colours: Float32[Tensor, "channel pixel"],  # not used
    random: np.random.Generator,  # one number for each of the shape's weights
) -> Pruned:
    """Keep the same fraction of the weights of every layer, drawn at random."""
    if isinstance(budget, Threshold):
        check_threshold(budget.value, 0.0, 1.0, "the share that a layer loses")
    live = network.live
    scores = torch.from_numpy(random.random(network.shape.weights))
    scores[live] = shares(scores[live], block_numbers(network.shape)[live])
    return prune_by_score(network, scores, budget, network.weights)
