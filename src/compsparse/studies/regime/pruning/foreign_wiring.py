"""Another genome's wiring, embedded in a shape where this is possible.

Layers correspond one to one and units by activation, so that depths and inputs must be equal and
the shape must have enough units of each activation that the other genome uses. The order of units
of one activation is arbitrary, so they are assigned in order. Where only units are missing, both
wirings fit the joint shape. Where depths differ, the other wiring is used at its own shape, and
only its number of weights can be made equal (``with_count``), by edges removed or added at random.
"""

from collections import Counter
from itertools import pairwise

import numpy as np
import torch
from jaxtyping import Bool
from torch import Tensor

from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.pruning.live import live_mask
from compsparse.studies.regime.pruning.wiring import Wiring


class WiringError(ValueError):
    """A wiring does not fit a shape."""


def joint_shape(first: LayeredShape, second: LayeredShape) -> LayeredShape:
    """Return the smallest shape with the units of both; their wirings keep their counts there."""
    _check_layers(first, second)
    units = Counter(dict(first.units)) | Counter(dict(second.units))  # the larger of both numbers
    return LayeredShape.from_units(first.depth, units, first.inputs)


def at_shape(shape: LayeredShape, other: Wiring) -> Wiring:
    """Return another genome's wiring at a shape; it has as many weights as before."""
    _check_layers(shape, other.shape)
    places = [_places(shape, other, layer) for layer in range(shape.depth)]
    mask = torch.zeros(shape.weights, dtype=torch.bool)
    blocks = zip(shape.matrices(mask), other.matrices, strict=True)
    for number, (target, matrix) in enumerate(blocks):
        for above, below in torch.nonzero(matrix).tolist():
            row = places[number][above] if number < shape.depth else above
            column = places[number - 1][below] if number else below
            target[row, column] = True
    return Wiring(shape, mask)


_JOINT_SHAPE = "Bring both wirings to their joint_shape."
_OWN_SHAPE = "Use the other wiring at its own shape; its count can be made equal there."


def _check_layers(shape: LayeredShape, other: LayeredShape) -> None:
    if (shape.depth, shape.inputs) != (other.depth, other.inputs):
        raise WiringError(
            f"The other wiring has {other.depth} layers and {other.inputs} inputs, the shape "
            f"{shape.depth} and {shape.inputs}; both must be equal. {_OWN_SHAPE}"
        )


def _places(shape: LayeredShape, other: Wiring, layer: int) -> dict[int, int]:
    """Return the place of each used unit of the other wiring's layer."""
    places: dict[int, int] = {}
    activations = other.shape.activations
    for name in dict.fromkeys(activations):
        used = [
            unit
            for unit in torch.nonzero(other.live_units[layer])[:, 0].tolist()
            if activations[unit] == name
        ]
        free = [unit for unit, known in enumerate(shape.activations) if known == name]
        if len(used) > len(free):
            raise WiringError(
                f"Layer {layer + 1} of the other wiring uses {len(used)} units of {name}, the "
                f"shape has {len(free)}; it needs at least as many. {_JOINT_SHAPE}"
            )
        places.update(zip(used, free, strict=False))
    return places


def with_count(wiring: Wiring, wanted: int, random: np.random.Generator) -> Wiring:
    """Return the wiring with the wanted number of live weights, or the nearest that is reached.

    Edges are removed in a random order, each with the dead ends that it leaves, unless too few
    would remain; if this holds for every remaining edge, the count stays above. New edges are drawn
    among those between used units of neighbouring layers; if all of these are present, the count
    stays below. ``changed`` is the number of edges removed or added.
    """
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
