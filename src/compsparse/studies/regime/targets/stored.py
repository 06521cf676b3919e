"""Files of targets."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Bool, Float32, Int64

from workflow_engine.artifacts.named_axes import read_dataclass


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
