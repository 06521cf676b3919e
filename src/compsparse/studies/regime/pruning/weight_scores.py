"""Scores by the size of a weight, by what it carries, and by chance.

The document gives the numbers of weights and no schedule (Document 001, Figures 30 to 37).
"""

import torch

from compsparse.studies.regime.network.forward import layer_maps
from compsparse.studies.regime.pruning.pruned import Evidence, Scores
from compsparse.studies.regime.pruning.shares import block_numbers, shares, target_numbers
from compsparse.studies.regime.pruning.trained_network import TrainedNetwork


def magnitudes(network: TrainedNetwork, evidence: Evidence) -> Scores:
    """Return absolute weights: lottery tickets are the largest of all layers."""
    return network.weights.abs().double()


def wanda_scores(network: TrainedNetwork, evidence: Evidence) -> Scores:
    """Return shares of |w| |a|_2, a the map of the source over the pixels (Sun et al. 2023).

    Compared among the weights into one unit, so that every unit loses the same share.
    """
    live, blocks = network.live, network.shape.blocks
    maps = layer_maps(network.shape, network.effective, evidence.inputs)[:-1]
    lengths = [below.double().norm(dim=1) for below in maps]
    carried = [length.repeat(block.rows) for length, block in zip(lengths, blocks, strict=True)]
    scores = network.weights.abs().double() * torch.cat(carried)
    scores[live] = shares(scores[live], target_numbers(network.shape)[live])
    return scores


def random_scores(network: TrainedNetwork, evidence: Evidence) -> Scores:
    """Return random shares, the control for every method: each layer loses as much."""
    live = network.live
    scores = torch.from_numpy(evidence.random.random(network.shape.weights))
    scores[live] = shares(scores[live], block_numbers(network.shape)[live])
    return scores
