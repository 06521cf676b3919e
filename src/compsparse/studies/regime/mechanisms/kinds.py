"""The kinds of networks that are compared."""

import numpy as np
import torch

from compsparse.studies.regime.pruning.permuted_types import with_permuted_types
from compsparse.studies.regime.pruning.rewiring import rewired
from compsparse.studies.regime.pruning.wiring import Wiring

GENOME, DENSE, OWN, REWIRED, PERMUTED = KINDS = ("genome", "dense", "own", "rewired", "permuted")
# what is compared with what, at an error that all of them reach
SOLUTIONS = (GENOME, DENSE)
WIRINGS = (OWN, REWIRED, PERMUTED)


def make_wiring(kind: str, genome_wiring: Wiring, random: np.random.Generator) -> Wiring:
    """Return a wiring of a kind.

    genome and own: the genome's wiring. dense: all weights of its shape. rewired: of the same
    degrees and activations. permuted: own with the activations of units permuted.
    """
    made = {REWIRED: rewired, PERMUTED: with_permuted_types}
    if kind in made:
        return made[kind](genome_wiring, random)
    every = torch.ones_like(genome_wiring.mask)
    return Wiring(genome_wiring.shape, every) if kind == DENSE else genome_wiring
