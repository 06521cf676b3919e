"""Reads the arrays of a file that must be there, with their types and numbers of axes."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from compsparse.artifacts.arrays import read_arrays
from compsparse.artifacts.errors import ArtifactError


def read_typed_arrays(path: Path, wanted: Mapping[str, tuple[type, int]]) -> dict[str, np.ndarray]:
    """Return all arrays of a file, among them the wanted ones, each a type and a number of axes.

    Raises:
        ArtifactError: the file cannot be read, or a wanted array is missing, empty, or of another
            type or number of axes.
    """
    arrays = read_arrays(path)
    for name, (kind, axes) in wanted.items():
        array = arrays.get(name)
        if array is None:
            raise ArtifactError(path, f"The array {name!r} is missing.")
        if array.dtype != kind or array.ndim != axes or not array.size:
            raise ArtifactError(
                path,
                f"{name} is {array.dtype} of shape {array.shape}; needed is {np.dtype(kind)} with "
                f"{axes} axes, not empty.",
            )
    return arrays
