"""The same wiring with the activations of its units exchanged."""

import numpy as np
import torch
from jaxtyping import Int64

from compsparse.studies.regime.pruning.wiring import Wiring


def with_permuted_types(wiring: Wiring, random: np.random.Generator) -> Wiring:
    """Return the wiring with the activations permuted among the used units of each layer.

    Every activation has fixed positions in a layer, so the units are permuted instead: the graph is
    the same up to the names of its units, and so is the number of used units of each activation in
    each layer. ``changed`` is the number of units with another activation. Copies count as identity
    units.
    """
    shape, live = wiring.shape, wiring.live_units.numpy()
    names = np.array(shape.activations)
    if all(len(set(names[used])) < 2 for used in live):
        raise ValueError(
            f"No layer of the wiring with {wiring.count} weights uses units of two activations, so "
            "that permuting them changes nothing; a control needs a layer with at least two."
        )
    changed = 0
    while not changed:  # in small layers, a permutation may leave every activation in place
        places = [_permuted(used, random) for used in live]
        changed = sum(int((names[place] != names).sum()) for place in places)
    mask = wiring.mask.clone()
    blocks = zip(shape.matrices(mask), wiring.matrices, strict=True)
    for number, (target, matrix) in enumerate(blocks):
        rows = torch.from_numpy(places[number]) if number < shape.depth else slice(None)
        columns = torch.from_numpy(places[number - 1]) if number else slice(None)
        target[:] = matrix[rows][:, columns]
    return Wiring(shape, mask, changed)


def _permuted(used: np.ndarray, random: np.random.Generator) -> Int64[np.ndarray, " unit"]:
    """Return the unit at each position after the permutation; unused positions keep theirs."""
    places = np.arange(len(used))
    places[used] = random.permutation(places[used])
    return places
