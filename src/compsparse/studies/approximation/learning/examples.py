"""Examples of a target: of all variables, which are evenly spread, and of all values."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Float32, Float64

from workflow_engine.artifacts.named_axes import read_dataclass


@dataclass(frozen=True)
class Examples:
    """Standardized examples for training and validation, and others that judge.

    Attributes:
        scale: estimates of mean and standard deviation of the target.
    """

    inputs: Float32[np.ndarray, "run example d"]
    targets: Float32[np.ndarray, "run example"]
    judged_inputs: Float32[np.ndarray, "run judged d"]
    judged_targets: Float32[np.ndarray, "run judged"]
    scale: Float64[np.ndarray, "run 2"]


def standardized(points: Float64[np.ndarray, "*point d"]) -> Float32[np.ndarray, "*point d"]:
    """Return points of the unit cube, every variable with mean 0 and variance 1."""
    return ((points - 0.5) * 12**0.5).astype(np.float32)


def read_examples(path: Path, needed: int) -> Examples:
    """Return the examples of a file.

    Raises:
        ArtifactError: the file has others.
        ValueError: fewer than are needed.
    """
    found = read_dataclass(path, Examples)
    if needed > found.inputs.shape[1]:
        raise ValueError(f"examples is {needed}; the data have {found.inputs.shape[1]}.")
    return found
