"""Similarity-based pruning of connections: a weight stays if its two ends have similar maps.

The similarity of source i and target j is |<a_i, a_j>| / (|a_i| |a_j|) of their maps over the
pixels, each centred; inputs and linear outputs have maps like hidden units. A reconstruction: the
documents name similarity-based pruning and give no formula (Document 001, Figures 13 to 15).
"""

from itertools import pairwise

import numpy as np
import torch
from jaxtyping import Float32, Float64
from torch import Tensor

from compsparse.studies.regime.pruning.by_score import prune_by_score
from compsparse.studies.regime.pruning.maps import layer_maps
from compsparse.studies.regime.pruning.matching import check_threshold
from compsparse.studies.regime.pruning.pruned import Budget, Pruned, Threshold
from compsparse.studies.regime.pruning.trained_network import TrainedNetwork

CONSTANT = 1e-4  # standard deviation over the pixels below which a map counts as constant


def connection_similarities(
    network: TrainedNetwork, inputs: Float32[Tensor, "input pixel"]
) -> Float64[Tensor, " weight"]:
    """Return the similarity of the two ends of each weight, 0 to 1; 0 if one end is constant."""
    maps = [_directions(layer) for layer in layer_maps(network.shape, network.effective, inputs)]
    parts = [(above @ below.T).abs().clamp(max=1).flatten() for below, above in pairwise(maps)]
    return torch.cat(parts)


def prune_by_connection_similarity(
    network: TrainedNetwork,
    budget: Budget,  # threshold of the similarity, or wanted count
    inputs: Float32[Tensor, "input pixel"],  # at the pixels over which maps are compared
    colours: Float32[Tensor, "channel pixel"],  # not used
    random: np.random.Generator,  # not used
    *,
    keep_constant: bool = False,  # whether weights of constant inputs stay; their similarity is 0
) -> Pruned:
    """Keep a weight if the similarity of its ends is at least the threshold, from 0 to 1.

    Every live unit keeps its most similar source, so that each output keeps a path to an input; at
    the threshold 0 all live weights stay.
    """
    if isinstance(budget, Threshold):
        check_threshold(budget.value, 0.0, 1.0, "a similarity of two maps")
    scores = connection_similarities(network, inputs)
    present = torch.where(network.live, scores, -torch.inf)
    constant = inputs.double().std(dim=1, correction=0) < CONSTANT
    for number, block in enumerate(network.shape.blocks):
        part = slice(block.start, block.stop)
        matrix = scores[part].view(block.rows, block.columns)
        best = present[part].view(block.rows, block.columns).argmax(dim=1)
        matrix[torch.arange(block.rows), best] = torch.inf
        if number == 0 and keep_constant:
            matrix[:, constant] = torch.inf
    return prune_by_score(network, scores, budget, network.weights)


def _directions(maps: Float32[Tensor, "unit pixel"]) -> Float64[Tensor, "unit pixel"]:
    centred = maps.double() - maps.double().mean(dim=1, keepdim=True)
    lengths = centred.norm(dim=1, keepdim=True)
    constant = lengths < CONSTANT * maps.shape[1] ** 0.5
    return torch.where(constant, 0.0, centred / torch.where(constant, 1.0, lengths))
