"""Networks in files: a leading axis over networks of one shape, and what each of them is."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Bool, Float32, Int64

from workflow_engine.artifacts.named_axes import read_named_axes

ARRAYS = {
    "weights": Float32[np.ndarray, "network weight"],
    "mask": Bool[np.ndarray, "network weight"],
    "initial": Float32[np.ndarray, "network weight"],
    "run": Int64[np.ndarray, " network"],
    "stage": Int64[np.ndarray, " network"],
}


@dataclass(frozen=True)
class StoredNetworks:
    """Networks of one shape."""

    weights: Float32[np.ndarray, "network weight"]  # zero where the mask is off
    mask: Bool[np.ndarray, "network weight"]  # the weights that the network has
    initial: Float32[np.ndarray, "network weight"]  # before the run's first training
    run: Int64[np.ndarray, " network"]  # the replicate, which names the random generators
    stage: Int64[np.ndarray, " network"]  # rounds of pruning, or updates, behind it

    def arrays(self) -> dict[str, np.ndarray]:
        """Return what a file of networks holds."""
        return dict(vars(self))


def read_networks(path: Path) -> StoredNetworks:
    """Read networks from the file of a training or pruning, which may hold more."""
    found = read_named_axes(path, ARRAYS)
    return StoredNetworks(**{name: found[name] for name in ARRAYS})
