"""Files of targets, and of networks of one shape."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Bool, Float32, Int64

from workflow_engine.artifacts.named_axes import read_dataclass


@dataclass(frozen=True)
class StoredNetworks:
    """Networks of one shape, stacked on a leading axis, with run and stage of each."""

    weights: Float32[np.ndarray, "network weight"]  # zero where masked
    mask: Bool[np.ndarray, "network weight"]
    initial: Float32[np.ndarray, "network weight"]  # before the run's first training
    run: Int64[np.ndarray, " network"]  # the replicate, which names the random generators
    stage: Int64[np.ndarray, " network"]  # completed rounds of pruning, or updates

    @classmethod
    def replicates(
        cls,
        weights: Float32[np.ndarray, "run weight"],
        initial: Float32[np.ndarray, "run weight"],
        mask: Bool[np.ndarray, "run weight"] | None = None,
        stage: int = 0,
    ) -> "StoredNetworks":
        """Return one network for each run, all of one stage; dense without a mask."""
        runs = len(weights)
        masks = np.ones(weights.shape, dtype=np.bool_) if mask is None else mask
        return cls(weights, masks, initial, np.arange(runs), np.full(runs, stage))

    def of_last_stage(self) -> "StoredNetworks":
        """Return the networks of the last stage alone."""
        last = self.stage == self.stage.max()
        return StoredNetworks(*(values[last] for values in vars(self).values()))

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the arrays of a file of networks."""
        return dict(vars(self))


def read_networks(path: Path) -> StoredNetworks:
    """Read networks from a file of training or pruning, which may have more arrays."""
    return read_dataclass(path, StoredNetworks)


@dataclass(frozen=True)
class StoredTarget:
    """A picture to learn."""

    rgb: Float32[np.ndarray, "row column channel"]  # in [0, 1]
    complexity: float  # bytes of the PNG over bytes of the raw image
    # without known parts, it has no influence maps
    influence: Float32[np.ndarray, "map pixel"] | None = None  # of the edges of parts on pixels
    part: Int64[np.ndarray, " map"] | None = None  # number of the part of each map
    # of a scene, the layered network of its genome
    own_weights: Float32[np.ndarray, " weight"] | None = None
    own_mask: Bool[np.ndarray, " weight"] | None = None


def read_target(path: Path) -> StoredTarget:
    """Read a target."""
    return read_dataclass(path, StoredTarget)


def stacked(targets: Sequence[StoredTarget]) -> Float32[np.ndarray, "target 3 pixel"]:
    """Return red, green and blue of targets, pixels row by row: the form that networks learn."""
    return np.stack([target.rgb.reshape(-1, 3).T for target in targets])
