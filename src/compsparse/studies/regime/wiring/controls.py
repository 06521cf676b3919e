"""Wirings to compare: a genome's own, controls of equal counts, and dense."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch

from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.pruning.foreign_wiring import at_shape, joint_shape, with_count
from compsparse.studies.regime.pruning.permuted_types import with_permuted_types
from compsparse.studies.regime.pruning.rewiring import rewired
from compsparse.studies.regime.pruning.wiring import Wiring
from compsparse.studies.regime.wiring.random_wiring import random_wiring

GENOME = "genome"  # the genome's own network, as it is
OWN = "own"
DENSE = "dense"


@dataclass(frozen=True)
class Pair:
    """The wirings of two genomes, each at its own shape; the second one is a control."""

    genome: Wiring
    other: Wiring

    @property
    def shape(self) -> LayeredShape:
        """The smallest shape with the units of both."""
        # units that a network does not use have no weights: every other network is of the genome's
        # shape
        return joint_shape(self.genome.shape, self.other.shape)


def _dense(pair: Pair, _: np.random.Generator) -> Wiring:
    return Wiring(pair.genome.shape, torch.ones_like(pair.genome.mask))


def _foreign(pair: Pair, random: np.random.Generator) -> Wiring:
    return with_count(at_shape(pair.shape, pair.other), pair.genome.count, random)


_TRAINED: dict[str, Callable[[Pair, np.random.Generator], Wiring]] = {
    OWN: lambda pair, _: pair.genome,
    "rewired": lambda pair, random: rewired(pair.genome, random),
    "foreign": _foreign,
    "permuted": lambda pair, random: with_permuted_types(pair.genome, random),
    "random": lambda pair, random: random_wiring(pair.genome, random),
    DENSE: _dense,
}
CONTROLS = tuple(kind for kind in _TRAINED if kind not in (OWN, DENSE))
KINDS = (GENOME, *_TRAINED)  # files hold their numbers


def make_wiring(kind: str, pair: Pair, random: np.random.Generator) -> Wiring:
    """Return a wiring of a kind of ``KINDS`` but the genome itself, at the pair's joint shape.

    own: the genome's. rewired: of the same degrees and activations. foreign: another genome's,
    brought to the same count. permuted: own with the activations of its units permuted. random: of
    the same counts in every layer. dense: all weights of the genome's shape.
    """
    return _at_joint_shape(pair, _TRAINED[kind](pair, random))


def _at_joint_shape(pair: Pair, wiring: Wiring) -> Wiring:
    if wiring.shape == pair.shape:
        return wiring
    return Wiring(pair.shape, at_shape(pair.shape, wiring).mask, wiring.changed)
