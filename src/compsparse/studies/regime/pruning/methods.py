"""All methods of pruning, by name, and the scores of weights that most of them prune by.

Scores are magnitude, what a weight carries, chance, similarity, importance of units. The documents
give numbers of weights and no schedule, and name similarity-based pruning without a formula
(Document 001, Figures 13 to 15 and 30 to 37). Except for similarity, every layer loses the same
share: by one threshold for all layers, networks lose whole layers.
"""

from itertools import pairwise

import numpy as np
from jaxtyping import Float32, Float64

from compsparse.studies.regime.network.forward import layer_maps
from compsparse.studies.regime.network.gradient import PixelError
from compsparse.studies.regime.network.shape import OUTPUTS, LayeredShape
from compsparse.studies.regime.pruning.by_score import (
    block_numbers,
    prune_by_score,
    shares,
    target_numbers,
    widest_path,
)
from compsparse.studies.regime.pruning.trained_network import (
    Evidence,
    Pruned,
    Scores,
    Scoring,
    TrainedNetwork,
)
from compsparse.studies.regime.pruning.unit_merging import prune_by_merging

CONSTANT = 1e-4  # standard deviation over the pixels below which a map counts as constant

Units = Float64[np.ndarray, "layer unit"]


def lottery_scores(network: TrainedNetwork, evidence: Evidence) -> Scores:
    """Return shares of absolute weights within each block (Frankle and Carbin 2019)."""
    return _shares_of_blocks(network, np.abs(network.weights).astype(np.float64))


def random_scores(network: TrainedNetwork, evidence: Evidence) -> Scores:
    """Return random shares, the control for every method: each layer loses as much."""
    return _shares_of_blocks(network, evidence.random.random(network.shape.weights))


def wanda_scores(network: TrainedNetwork, evidence: Evidence) -> Scores:
    """Return shares of |w| |a|_2, a the map of the source over the pixels (Sun et al. 2023).

    Compared among the weights into one unit, so that every unit loses the same share.
    """
    live, blocks = network.live, network.shape.blocks
    maps = layer_maps(network.shape, network.effective, evidence.inputs)[:-1]
    lengths = [_lengths(below) for below in maps]
    carried = [np.tile(length, block.rows) for length, block in zip(lengths, blocks, strict=True)]
    scores = np.abs(network.weights) * np.concatenate(carried)
    scores[live] = shares(scores[live], target_numbers(network.shape)[live])
    return np.asarray(scores)


def _shares_of_blocks(network: TrainedNetwork, scores: Scores) -> Scores:
    live = network.live
    scores[live] = shares(scores[live], block_numbers(network.shape)[live])
    return scores


def connection_similarities(
    network: TrainedNetwork, inputs: Float32[np.ndarray, "input pixel"]
) -> Scores:
    """Return |<a_i, a_j>| / (|a_i| |a_j|) of the ends of each weight; 0 if one end is constant.

    a_i and a_j are the maps of source and target over the pixels, each centred; inputs and linear
    outputs have maps like hidden units.
    """
    maps = [_directions(layer) for layer in layer_maps(network.shape, network.effective, inputs)]
    parts = [np.abs(above @ below.T).ravel() for below, above in pairwise(maps)]
    return np.asarray(np.minimum(np.concatenate(parts), 1))


def similarity_scores(network: TrainedNetwork, evidence: Evidence) -> Scores:
    """Return similarities, infinite for the most similar source of a live unit.

    So each output keeps a path to an input; at the threshold 0 all live weights stay.
    """
    scores = connection_similarities(network, evidence.inputs)
    present = np.where(network.live, scores, -np.inf)
    shape = network.shape
    for matrix, values in zip(shape.matrices(scores), shape.matrices(present), strict=True):
        matrix[np.arange(len(matrix)), values.argmax(axis=1)] = np.inf
    return scores


def _lengths(maps: Float32[np.ndarray, "unit pixel"]) -> Float64[np.ndarray, " unit"]:
    return np.asarray(np.sqrt((maps.astype(np.float64) ** 2).sum(axis=1)))


def _directions(maps: Float32[np.ndarray, "unit pixel"]) -> Float64[np.ndarray, "unit pixel"]:
    centred = maps.astype(np.float64)
    centred -= centred.mean(axis=1, keepdims=True)
    lengths = np.sqrt((centred**2).sum(axis=1, keepdims=True))
    constant = lengths < CONSTANT * maps.shape[1] ** 0.5
    return np.where(constant, 0.0, centred / np.where(constant, 1.0, lengths))


def unit_scores(network: TrainedNetwork, evidence: Evidence) -> Scores:
    """Return LLM-Pruner's scores, by which every layer loses the same share of its live units.

    The units of one path, through the most important units of each layer, always stay.
    """
    shape = network.shape
    importances = unit_importances(network, evidence)
    units = np.full(importances.shape, -np.inf)
    live = np.stack([matrix.any(axis=1) for matrix in shape.matrices(network.live)[:-1]])
    units[live] = shares(importances[live], np.nonzero(live)[0])
    scores = np.where(network.live, _lower_ends(shape, units), -np.inf)
    path = widest_path(shape, scores)
    for layer, matrix in enumerate(shape.matrices(path)[:-1]):
        units[layer, matrix.any(axis=1)] = np.inf
    return _lower_ends(shape, units)


def unit_importances(network: TrainedNetwork, evidence: Evidence) -> Units:
    """Return |sum of g w| over the incoming and outgoing weights, w, of every hidden unit.

    g is the gradient of the mean squared error of the colours: to first order, this is the change
    of the error when the group is set to zero (Ma et al. 2023).
    """
    weights = network.effective[None]
    gradient = np.empty_like(weights)
    PixelError(network.shape, 1).gradient(weights, evidence.inputs, evidence.colours, gradient)
    blocks = network.shape.matrices((gradient * weights.astype(np.float64))[0])
    sums = [into.sum(axis=1) + out.sum(axis=0) for into, out in pairwise(blocks)]
    return np.asarray(np.abs(np.stack(sums)))


def _lower_ends(shape: LayeredShape, units: Units) -> Scores:
    """Return the lower score of each weight's two ends; inputs and outputs take none away."""
    ends = [np.full(shape.inputs, np.inf), *units, np.full(len(OUTPUTS), np.inf)]
    parts = [np.minimum(above[:, None], below[None]).ravel() for below, above in pairwise(ends)]
    return np.concatenate(parts)


SCORES: dict[str, Scoring] = {
    "connection_similarity": similarity_scores,
    "lottery_ticket": lottery_scores,
    "wanda": wanda_scores,
    "llm_pruner": unit_scores,
    "random_edges": random_scores,
}
METHODS = ("unit_merging", *SCORES)


def prune(method: str, network: TrainedNetwork, wanted: int, evidence: Evidence) -> Pruned:
    """Prune to the wanted number of live weights, or the nearest that the method can reach."""
    if method == "unit_merging":
        return prune_by_merging(network, wanted, evidence.inputs)
    # lottery tickets are rewound
    start = network.initial if method == "lottery_ticket" else network.weights
    return prune_by_score(network, SCORES[method](network, evidence), wanted, start)
