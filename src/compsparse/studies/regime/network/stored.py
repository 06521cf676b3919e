"""Files of networks of one shape, stacked on a leading axis, with run and stage of each."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Bool, Float32, Int64
from torch import Tensor

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
        weights: Float32[Tensor, "run weight"],
        initial: Float32[Tensor, "run weight"],
        mask: Bool[Tensor, "run weight"] | None = None,
        stage: int = 0,
    ) -> "StoredNetworks":
        """Return one network for each run, all of one stage; dense without a mask."""
        runs = len(weights)
        masks = torch.ones(weights.shape, dtype=torch.bool) if mask is None else mask.contiguous()
        return cls(
            weights.numpy(), masks.numpy(), initial.numpy(), np.arange(runs), np.full(runs, stage)
        )

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the arrays of a file of networks."""
        return dict(vars(self))


def read_networks(path: Path) -> StoredNetworks:
    """Read networks from a file of training or pruning, which may have more arrays."""
    return read_dataclass(path, StoredNetworks)
