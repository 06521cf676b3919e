"""LLM-Pruner's structured form: removal of the units that change the loss least.

The importance of a unit is |sum of g w| over its incoming and outgoing weights, w, with the
gradient g of the mean squared error of the colours: to first order, the change of the loss when the
group is set to zero (Ma et al. 2023; Document 001, Figures 30 to 37). Every layer loses the same
fraction of its units.
"""

from itertools import pairwise

import torch
from jaxtyping import Float64
from torch import Tensor

from compsparse.studies.regime.network.forward import images
from compsparse.studies.regime.network.shape import OUTPUTS, LayeredShape
from compsparse.studies.regime.pruning.by_score import widest_path
from compsparse.studies.regime.pruning.pruned import Evidence, Scores
from compsparse.studies.regime.pruning.shares import shares
from compsparse.studies.regime.pruning.trained_network import TrainedNetwork

Units = Float64[Tensor, "layer unit"]


def unit_scores(network: TrainedNetwork, evidence: Evidence) -> Scores:
    """Return scores by which every layer loses the same fraction of its live units, whole.

    The units of one path, through the most important units of each layer, always stay.
    """
    shape = network.shape
    importances = unit_importances(network, evidence)
    units = torch.full_like(importances, -torch.inf)
    live = torch.stack([matrix.any(dim=1) for matrix in shape.matrices(network.live)[:-1]])
    layers = torch.arange(shape.depth).repeat_interleave(live.sum(dim=1))
    units[live] = shares(importances[live], layers)
    scores = torch.where(network.live, _lower_ends(shape, units), -torch.inf)
    path = widest_path(shape, scores)
    for layer, matrix in enumerate(shape.matrices(path)[:-1]):
        units[layer, matrix.any(dim=1)] = torch.inf
    return _lower_ends(shape, units)


def unit_importances(network: TrainedNetwork, evidence: Evidence) -> Units:
    """Return |sum of g w| over the incoming and outgoing weights of every hidden unit."""
    weights = network.effective.clone().requires_grad_()
    painted = images(network.shape, weights[None], evidence.inputs)[0]
    error = (painted - evidence.colours).square().mean()
    (gradient,) = torch.autograd.grad(error, weights)
    blocks = network.shape.matrices(gradient.double() * network.effective.double())
    return torch.stack([into.sum(dim=1) + out.sum(dim=0) for into, out in pairwise(blocks)]).abs()


def _lower_ends(shape: LayeredShape, units: Units) -> Scores:
    """Return the lower score of each weight's two ends; inputs and outputs take none away."""
    inputs, outputs = (
        torch.full((number,), torch.inf, dtype=torch.float64)
        for number in (shape.inputs, len(OUTPUTS))
    )
    parts = [
        torch.minimum(above[:, None], below[None]).flatten()
        for below, above in pairwise([inputs, *units, outputs])
    ]
    return torch.cat(parts)
