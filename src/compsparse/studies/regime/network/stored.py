"""Files of networks of one shape, stacked on a leading axis, with run and stage of each."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Bool, Float32, Int64

from workflow_engine.artifacts.named_axes import read_dataclass


@dataclass(frozen=True)
class StoredNetworks:
    """Networks of one shape."""

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
