"""Arrays of a file, checked by the types and the named axes that their reader declares."""

from collections.abc import Collection, Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

import numpy as np
from jaxtyping import Bool, Float64, Int64

from workflow_engine.artifacts.arrays import read_arrays
from workflow_engine.artifacts.errors import ArtifactError

Schema = TypeVar("Schema")
_NUMBERS = {
    int: Int64[np.ndarray, ""],
    float: Float64[np.ndarray, ""],
    bool: Bool[np.ndarray, ""],
}


def read_dataclass(path: Path, schema: type[Schema]) -> Schema:
    """Return the arrays of a ``.npz`` file as a dataclass, whose annotations are the schema.

    A field is an array, such as ``Float64[np.ndarray, "run logged"]``, or an ``int``, ``float`` or
    ``bool`` that is stored as an array without axes. One with a default may be missing. Arrays
    that are no field are passed over. What ``__post_init__`` refuses is told of the file.

    Raises:
        ArtifactError: see ``read_named_axes``; or ``__post_init__`` raised a ``ValueError``.
    """
    kinds = {name: _present(kind) for name, kind in get_type_hints(schema).items()}
    wanted = {name: _NUMBERS.get(kind, kind) for name, kind in kinds.items()}
    optional = [
        field.name
        for field in fields(schema)  # type: ignore[arg-type]
        if field.default is not MISSING or field.default_factory is not MISSING
    ]
    found = read_named_axes(path, wanted, optional=optional)
    values = {
        name: array.item() if kinds[name] in _NUMBERS else array for name, array in found.items()
    }
    try:
        return schema(**values)
    except ValueError as error:
        raise ArtifactError(path, str(error)) from None


def _present(kind: Any) -> Any:
    """Return the kind of a value that is there: without ``None``, of ``kind | None``."""
    return next((part for part in get_args(kind) if part is not type(None)), kind)


def arrays_of(content: object) -> dict[str, np.ndarray]:
    """Return the arrays of a dataclass, in the order of its fields, as a file holds them.

    A field that is ``None`` is left out.
    """
    present = {name: value for name, value in vars(content).items() if value is not None}
    return {name: np.asarray(value) for name, value in present.items()}


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
