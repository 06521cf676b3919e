"""Targets in files."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Float32, Float64, Int64
from torch import Tensor

from workflow_engine.artifacts.named_axes import read_named_axes

ARRAYS = {
    "rgb": Float32[np.ndarray, "row column channel"],
    "complexity": Float64[np.ndarray, ""],
    "influence": Float32[np.ndarray, "map pixel"],
    "part": Int64[np.ndarray, " map"],
}


@dataclass(frozen=True)
class StoredTarget:
    """A picture to learn."""

    rgb: Float32[np.ndarray, "row column channel"]  # in [0, 1]
    complexity: float  # bytes of its PNG over bytes without compression
    influence: Float32[np.ndarray, "map pixel"] | None  # of a known part's edges on pixels
    part: Int64[np.ndarray, " map"] | None  # number of the part that each map belongs to


def read_target(path: Path) -> StoredTarget:
    """Read a target; one without known parts has no maps of influence."""
    found = read_named_axes(path, ARRAYS, optional=("influence", "part"))
    maps = (found.get("influence"), found.get("part"))
    return StoredTarget(found["rgb"], float(found["complexity"]), *maps)


def stacked(targets: Sequence[StoredTarget]) -> Float32[Tensor, "target 3 pixel"]:
    """Return the colours of targets as networks learn them, pixels row by row."""
    return torch.stack(
        [torch.from_numpy(np.ascontiguousarray(target.rgb.reshape(-1, 3).T)) for target in targets]
    )
