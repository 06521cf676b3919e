"""All maps of a network's hidden units, its image, and their form in tables.

Which units are shown follows a rule that looks at no map.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool, Float32, Float64, Shaped

from compsparse.studies.regime.judging.features import live_units
from compsparse.studies.regime.judging.grid import grid_inputs
from compsparse.studies.regime.network.forward import hidden_maps, images
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import StoredNetworks
from compsparse.studies.regime.pruning.live import live_mask

SIDE = 32  # pixels per side of a map
_STEPS = 100  # of a value of 1 in a table


@dataclass(frozen=True)
class NetworkMaps:
    """What the units of one network compute."""

    units: Float32[np.ndarray, "layer unit pixel"]  # maps of all hidden units
    live: Bool[np.ndarray, "layer unit"]  # on a path from an input to an output
    image: Float32[np.ndarray, "3 pixel"]  # red, green and blue

    @classmethod
    def from_network(
        cls, shape: LayeredShape, networks: StoredNetworks, network: int
    ) -> "NetworkMaps":
        """Return the maps of one of the networks of a file."""
        mask = live_mask(shape, torch.from_numpy(networks.mask[network]))
        weights = torch.where(mask, torch.from_numpy(networks.weights[network]), 0.0)[None]
        pixels = torch.from_numpy(grid_inputs(SIDE))
        layers = [layer[0].numpy() for layer in hidden_maps(shape, weights, pixels)]
        image = images(shape, weights, pixels)[0].numpy()
        return cls(np.stack(layers), live_units(shape, mask), image)


def as_text(values: Shaped[np.ndarray, " pixel"]) -> str:
    """Return a map as two hexadecimal digits a pixel: 00 for -1 and less, c8 for 1 and more."""
    steps = np.rint(_STEPS * np.clip(values, -1.0, 1.0)).astype(np.int64) + _STEPS
    return bytes(steps.tolist()).hex()


def from_text(text: str) -> Float64[np.ndarray, "row column"]:
    """Return the map that ``as_text`` wrote, in hundredths."""
    steps = np.frombuffer(bytes.fromhex(text), dtype=np.uint8).astype(np.float64)
    values: Float64[np.ndarray, "row column"] = (steps.reshape(SIDE, SIDE) - _STEPS) / _STEPS
    return values


LINEAR = "identity"  # copies, and sums of what other maps show already


def shown_units(
    activations: Sequence[str], live: Bool[np.ndarray, " unit"], most: int
) -> list[int]:
    """Return the units that are shown: live ones whose activation is not the identity."""
    # of too many, activations take turns in the layer's order, and give their first units first
    turns: dict[str, int] = {}
    ranked: list[tuple[int, int]] = []
    for unit, name in enumerate(activations):
        if live[unit] and name != LINEAR:
            turns[name] = turns.get(name, -1) + 1
            ranked.append((turns[name], unit))
    return sorted(unit for _, unit in sorted(ranked)[:most])
