"""Lottery tickets: the largest weights stay and are rewound to their initial values.

One round; between rounds the network is trained again (Document 001, Figures 30
to 37, which give the number of weights and no schedule).
"""

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


def prune_by_magnitude(
    network: TrainedNetwork,
    budget: Budget,  # smallest kept absolute weight, ``per_layer`` the removed fraction, or count
    inputs: Float32[Tensor, "input pixel"],  # not used
    colours: Float32[Tensor, "channel pixel"],  # not used
    random: np.random.Generator,  # not used
    *,
    per_layer: bool = False,  # whether every layer loses the same fraction
    rewind: bool = True,  # whether training starts again from the initial weights
) -> Pruned:
    """Keep the weights that are largest in absolute value, of all or of every layer."""
    scores = network.weights.abs().double()
    if per_layer:
        groups = block_numbers(network.shape)
        scores[network.live] = shares(scores[network.live], groups[network.live])
    if isinstance(budget, Threshold):
        highest, meaning = (
            (1.0, "the share that a layer loses")
            if per_layer
            else (float("inf"), "the smallest absolute weight that stays")
        )
        check_threshold(budget.value, 0.0, highest, meaning)
    return prune_by_score(
        network, scores, budget, network.initial if rewind else torch.clone(network.weights)
    )
