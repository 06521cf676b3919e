"""LLM-Pruner's structured form: removal of the units that change the loss least.

The importance of a unit is |sum of g w| over its incoming and outgoing weights, w, with the
gradient g of the mean squared error of the colours: to first order, the change of the loss when the
group is set to zero (Ma et al. 2023; Document 001, Figures 30 to 37). Every layer loses the same
fraction of its units.
"""

from itertools import pairwise

import numpy as np
import torch
from jaxtyping import Bool, Float32, Float64
from torch import Tensor

from compsparse.studies.regime.network.forward import images
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.pruning.by_score import prune_by_score
from compsparse.studies.regime.pruning.matching import check_threshold
from compsparse.studies.regime.pruning.pruned import Budget, Pruned, Threshold
from compsparse.studies.regime.pruning.shares import shares
from compsparse.studies.regime.pruning.trained_network import TrainedNetwork
from compsparse.studies.regime.pruning.widest_path import widest_path


def prune_units_by_gradient(
    network: TrainedNetwork,
    budget: Budget,  # fraction of its units that every layer loses, 0 to 1, or wanted count
    inputs: Float32[Tensor, "input pixel"],  # at the pixels of the loss
    colours: Float32[Tensor, "channel pixel"],  # wanted at these pixels
    random: np.random.Generator,  # not used
) -> Pruned:
    """Keep in every layer the same fraction of its live units, with all their weights.

    The units of one path, through the most important units of each layer, always stay.
    """
    if isinstance(budget, Threshold):
        check_threshold(budget.value, 0.0, 1.0, "the fraction of its units that a layer loses")
    shape = network.shape
    importances = unit_importances(network, inputs, colours)
    units = torch.full_like(importances, -torch.inf)
    live = _live_units(network)
    layers = torch.arange(shape.depth).repeat_interleave(live.sum(dim=1))
    units[live] = shares(importances[live], layers)
    scores = torch.where(network.live, _weight_scores(shape, units), -torch.inf)
    path = widest_path(shape, scores)
    for layer, block in enumerate(shape.blocks[:-1]):
        into = path[block.start : block.stop].view(block.rows, block.columns).any(dim=1)
        units[layer, into] = torch.inf
    return prune_by_score(network, _weight_scores(shape, units), budget, network.weights)


def unit_importances(
    network: TrainedNetwork,
    inputs: Float32[Tensor, "input pixel"],
    colours: Float32[Tensor, "channel pixel"],
) -> Float64[Tensor, "layer unit"]:
    """Return |sum of g w| over the incoming and outgoing weights of every hidden unit."""
    shape = network.shape
    weights = network.effective.clone().requires_grad_()
    error = (images(shape, weights[None], inputs)[0] - colours).square().mean()
    (gradient,) = torch.autograd.grad(error, weights)
    products = gradient.double() * network.effective.double()
    blocks = [
        products[block.start : block.stop].view(block.rows, block.columns) for block in shape.blocks
    ]
    sums = [into.sum(dim=1) + out.sum(dim=0) for into, out in pairwise(blocks)]
    return torch.stack(sums).abs()


def _live_units(network: TrainedNetwork) -> Bool[Tensor, "layer unit"]:
    return torch.stack(
        [
            network.live[block.start : block.stop].view(block.rows, block.columns).any(dim=1)
            for block in network.shape.blocks[:-1]
        ]
    )


def _weight_scores(
    shape: LayeredShape, units: Float64[Tensor, "layer unit"]
) -> Float64[Tensor, " weight"]:
    """Return the lower score of each weight's two ends; inputs and outputs take none away."""
    ends = [torch.full((shape.inputs,), torch.inf, dtype=torch.float64), *units]
    ends.append(torch.full((shape.blocks[-1].rows,), torch.inf, dtype=torch.float64))
    parts = [
        torch.minimum(above[:, None], below[None]).flatten() for below, above in pairwise(ends)
    ]
    return torch.cat(parts)
