"""Arrays of a file, checked by the types and the named axes that their reader declares."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from workflow_engine.artifacts.arrays import read_arrays
from workflow_engine.artifacts.errors import ArtifactError


def read_named_axes(
    path: Path, wanted: Mapping[str, Any], *, optional: Collection[str] = ()
) -> dict[str, np.ndarray]:
    """Return the arrays of a ``.npz`` file that have a name in ``wanted``.

    Args:
        path: of the file.
        wanted: the annotation of each array, such as ``Float64[np.ndarray, "run logged"]``: its
            type and axes. An axis has one size in all arrays; a number as axis is that size.
        optional: names that may be missing.

    Raises:
        ArtifactError: the file cannot be read, lacks an array, or has one that is empty, of another
            type or does not fit the others.
    """
    return select_named_axes(path, read_arrays(path), wanted, optional=optional)


def select_named_axes(
    path: Path,
    arrays: Mapping[str, np.ndarray],
    wanted: Mapping[str, Any],
    *,
    optional: Collection[str] = (),
) -> dict[str, np.ndarray]:
    """Check arrays that were read already, as ``read_named_axes`` does.

    For files in which some arrays say what the others are.
    """
    sizes: dict[str, tuple[int, str]] = {}
    for name, annotation in wanted.items():
        if name in arrays:
            _require_axes(path, name, arrays[name], annotation, sizes)
        elif name not in optional:
            raise ArtifactError(path, f"The array {name!r} is missing.")
    return {name: arrays[name] for name in wanted if name in arrays}


def _require_axes(
    path: Path,
    name: str,
    array: np.ndarray,
    annotation: Any,
    sizes: dict[str, tuple[int, str]],
) -> None:
    axes = annotation.dim_str.split()
    # pandas cannot group by numbers in another byte order
    typed = array.dtype.name in annotation.dtypes and array.dtype.isnative
    if not typed or array.ndim != len(axes) or not array.size:
        raise ArtifactError(
            path,
            f"{name} is {array.dtype} of shape {array.shape}; needed is "
            f"{' or '.join(annotation.dtypes)} [{', '.join(axes)}], not empty.",
        )
    for axis, size in zip(axes, array.shape, strict=True):
        known, owner = (int(axis), "needed") if axis.isdigit() else sizes.get(axis, (size, name))
        if known != size:
            raise ArtifactError(
                path, f"{name} has {size} entries along {axis}; {owner} has {known}."
            )
        sizes[axis] = known, owner


def require_finite(path: Path, arrays: Mapping[str, np.ndarray], *names: str) -> None:
    """Check that arrays, all of them where none is named, hold finite values only.

    Raises:
        ArtifactError: one does not.
    """
    for name in names or arrays:
        if not np.isfinite(arrays[name]).all():
            raise ArtifactError(path, f"The array {name!r} holds values that are not finite.")
