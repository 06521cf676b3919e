"""Random networks, whole ones and thin ones, with what is wanted of them."""

from typing import NamedTuple

import numpy as np
from jaxtyping import Bool, Float32

from compsparse.studies.regime.network.pixels import pixel_inputs
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.pruning.by_score import kept_at
from compsparse.studies.regime.pruning.methods import SCORES, prune
from compsparse.studies.regime.pruning.trained_network import (
    Evidence,
    Pruned,
    TrainedNetwork,
    live_mask,
)
from compsparse.studies.regime.pruning.unit_merging import merged
from compsparse.studies.regime.pruning.wiring import Wiring, own_wiring

SHAPE = LayeredShape.from_units(3, {"identity": 3, "gaussian": 2, "sin": 1})
INPUTS = pixel_inputs(12)


class Case(NamedTuple):
    network: TrainedNetwork
    colours: Float32[np.ndarray, "channel pixel"]

    def evidence(self, seed: int = 0) -> Evidence:
        return Evidence(INPUTS, self.colours, np.random.default_rng(seed))

    def pruned(self, method: str, wanted: int, seed: int = 0) -> Pruned:
        return prune(method, self.network, wanted, self.evidence(seed))

    def mask_at(self, method: str, threshold: float, seed: int = 0) -> Bool[np.ndarray, " weight"]:
        """Return the mask at a threshold."""
        if method == "unit_merging":
            return merged(self.network, threshold, INPUTS)[1]
        return kept_at(self.network, SCORES[method](self.network, self.evidence(seed)), threshold)


def random_weights(
    shape: LayeredShape, random: np.random.Generator
) -> Float32[np.ndarray, " weight"]:
    scales = [np.full(b.rows * b.columns, b.columns**-0.5) for b in shape.blocks]
    drawn = random.standard_normal(shape.weights) * np.concatenate(scales)
    return drawn.astype(np.float32)


def random_case(seed: int, density: float = 1.0, shape: LayeredShape = SHAPE) -> Case:
    """A network of which about so many weights are there, at least three paths."""
    random = np.random.default_rng(seed)
    mask = random.random(shape.weights) < density
    for _ in range(3):
        unit = int(random.integers(shape.inputs))
        for block in shape.blocks:
            above = int(random.integers(block.rows))
            mask[block.start + above * block.columns + unit] = True
            unit = above
    weights, initial = random_weights(shape, random), random_weights(shape, random)
    colours = random.random((3, INPUTS.shape[1])).astype(np.float32)
    return Case(TrainedNetwork(shape, weights, live_mask(shape, mask), initial), colours)


def random_wiring(seed: int, density: float = 0.3, shape: LayeredShape = SHAPE) -> Wiring:
    return own_wiring(shape, random_case(seed, density, shape).network.mask)
