"""Histories that trainings leave, checked on reading."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from compsparse.artifacts.arrays import read_arrays
from compsparse.artifacts.errors import ArtifactError

Axes = Mapping[str, Sequence[str]]


def read_history(path: Path, axes: Axes) -> dict[str, np.ndarray]:
    """Return the arrays of a history that have a name in ``axes``.

    Args:
        path: of the history.
        axes: names of the axes of each array; an axis has one size in all of them.

    Raises:
        ArtifactError: the file cannot be read, lacks an array, or has one that is empty, is not of
            numbers or does not fit the others.
    """
    arrays = read_arrays(path)
    sizes: dict[str, int] = {}
    for name, names in axes.items():
        if name not in arrays:
            raise ArtifactError(path, f"The array {name!r} is missing.")
        array = arrays[name]
        fits = array.dtype == np.float64 or array.dtype.kind in "biu"
        if array.ndim != len(names) or not array.size or not fits:
            raise ArtifactError(
                path,
                f"{name} is {array.dtype} of shape {array.shape}; needed are whole or float64 "
                f"numbers [{', '.join(names)}].",
            )
        for axis, size in zip(names, array.shape, strict=True):
            if sizes.setdefault(axis, size) != size:
                raise ArtifactError(
                    path, f"{name} has {size} entries along {axis}; others have {sizes[axis]}."
                )
    return {name: arrays[name] for name in axes}


def require_finite(path: Path, arrays: Mapping[str, np.ndarray], names: Sequence[str]) -> None:
    """Check that arrays hold finite values only.

    Raises:
        ArtifactError: one does not.
    """
    for name in names:
        if not np.isfinite(arrays[name]).all():
            raise ArtifactError(path, f"The array {name!r} holds values that are not finite.")
