"""Similarity-based pruning of connections: a weight stays if its two ends have similar maps.

The similarity of source i and target j is |<a_i, a_j>| / (|a_i| |a_j|) of their maps over the
pixels, each centred; inputs and linear outputs have maps like hidden units. A reconstruction: the
documents name similarity-based pruning and give no formula (Document 001, Figures 13 to 15).
"""

from itertools import pairwise

import torch
from jaxtyping import Float32, Float64
from torch import Tensor

from compsparse.studies.regime.network.forward import layer_maps
from compsparse.studies.regime.pruning.pruned import Evidence, Scores
from compsparse.studies.regime.pruning.trained_network import TrainedNetwork

CONSTANT = 1e-4  # standard deviation over the pixels below which a map counts as constant


def connection_similarities(
    network: TrainedNetwork, inputs: Float32[Tensor, "input pixel"]
) -> Scores:
    """Return the similarity of the two ends of each weight, 0 to 1; 0 if one end is constant."""
    maps = [_directions(layer) for layer in layer_maps(network.shape, network.effective, inputs)]
    parts = [(above @ below.T).abs().clamp(max=1).flatten() for below, above in pairwise(maps)]
    return torch.cat(parts)


def similarity_scores(network: TrainedNetwork, evidence: Evidence) -> Scores:
    """Return similarities, infinite for the most similar source of a live unit.

    So each output keeps a path to an input; at the threshold 0 all live weights stay.
    """
    scores = connection_similarities(network, evidence.inputs)
    present = torch.where(network.live, scores, -torch.inf)
    shape = network.shape
    for matrix, values in zip(shape.matrices(scores), shape.matrices(present), strict=True):
        matrix[torch.arange(len(matrix)), values.argmax(dim=1)] = torch.inf
    return scores


def _directions(maps: Float32[Tensor, "unit pixel"]) -> Float64[Tensor, "unit pixel"]:
    centred = maps.double() - maps.double().mean(dim=1, keepdim=True)
    lengths = centred.norm(dim=1, keepdim=True)
    constant = lengths < CONSTANT * maps.shape[1] ** 0.5
    return torch.where(constant, 0.0, centred / torch.where(constant, 1.0, lengths))
