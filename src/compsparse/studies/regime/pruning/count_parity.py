"""A wiring with a wanted number of weights, by edges removed or added at random."""

from itertools import pairwise

import numpy as np
import torch
from jaxtyping import Bool
from torch import Tensor

from compsparse.studies.regime.pruning.live import live_mask
from compsparse.studies.regime.pruning.wiring import Wiring


def with_count(wiring: Wiring, wanted: int, random: np.random.Generator) -> Wiring:
    """Return the wiring with the wanted number of live weights, or the nearest that is reached.

    Edges are removed in a random order, each with the dead ends that it leaves, unless too few
    would remain; if this holds for every remaining edge, the count stays above. New edges are drawn
    among those between used units of neighbouring layers; if all of these are present, the count
    stays below. ``changed`` is the number of edges removed or added.
    """
    if not 1 <= wanted <= wiring.shape.weights:
        raise ValueError(
            f"{wanted} weights are wanted of a shape with {wiring.shape.weights}; allowed: 1 to "
            f"{wiring.shape.weights}."
        )
    if wanted >= wiring.count:
        mask = _with_edges(wiring, wanted - wiring.count, random)
    else:
        mask = _without_edges(wiring, wanted, random)
    return Wiring(wiring.shape, mask, int((mask ^ wiring.mask).sum()))


def _with_edges(
    wiring: Wiring, number: int, random: np.random.Generator
) -> Bool[Tensor, " weight"]:
    units = [torch.ones(wiring.shape.inputs, dtype=torch.bool), *wiring.live_units]
    units.append(wiring.matrices[-1].any(dim=1))
    between = [(above[:, None] & below[None]).flatten() for below, above in pairwise(units)]
    free = torch.nonzero(torch.cat(between) & ~wiring.mask)[:, 0].numpy()
    mask = wiring.mask.clone()
    mask[torch.from_numpy(random.permutation(free)[:number])] = True
    return mask


def _without_edges(
    wiring: Wiring, wanted: int, random: np.random.Generator
) -> Bool[Tensor, " weight"]:
    mask = wiring.mask.clone()
    order = random.permutation(torch.nonzero(mask)[:, 0].numpy()).tolist()
    before = -1
    # an edge that would have removed too many may remove fewer once its neighbours are gone
    while int(mask.sum()) not in (before, wanted):
        before = int(mask.sum())
        for edge in order:
            if not mask[edge]:
                continue
            left = mask.clone()
            left[edge] = False
            left = live_mask(wiring.shape, left)
            if int(left.sum()) >= wanted:
                mask = left
    return mask
