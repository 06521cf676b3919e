"""Given wirings: masks of the weights that a network may have."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from jaxtyping import Bool

from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.pruning.live import live_mask


@dataclass(frozen=True)
class Wiring:
    """The weights that a network of a shape may have; all of them are live."""

    shape: LayeredShape
    mask: Bool[np.ndarray, " weight"]

    def __post_init__(self) -> None:
        dead = int((self.mask & ~live_mask(self.shape, self.mask)).sum())
        if dead or not self.mask.any():
            raise ValueError(
                f"{dead} of the {int(self.mask.sum())} weights of the wiring lie on no path from "
                "an input to an output; a wiring has at least one weight, and live ones only. "
                "own_wiring removes the others."
            )

    @cached_property
    def count(self) -> int:
        """Number of weights."""
        return int(self.mask.sum())

    @property
    def matrices(self) -> list[Bool[np.ndarray, "above below"]]:
        """Views of the mask, one for each block."""
        return self.shape.matrices(self.mask)

    @property
    def live_units(self) -> Bool[np.ndarray, "layer unit"]:
        """Hidden units that the wiring uses."""
        return np.stack([matrix.any(axis=1) for matrix in self.matrices[:-1]])


def own_wiring(shape: LayeredShape, mask: Bool[np.ndarray, " weight"]) -> Wiring:
    """Return the wiring of a layered genome, without the weights that lead nowhere."""
    return Wiring(shape, live_mask(shape, mask))
