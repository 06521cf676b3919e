"""``.safetensors``: named model parameters."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load, save

from workflow_engine.artifacts.booleans import require_booleans
from workflow_engine.artifacts.contents import read_contents
from workflow_engine.artifacts.errors import DEFECT, ArtifactError


def read_tensors(path: Path) -> dict[str, np.ndarray]:
    """Read a ``.safetensors`` file as numpy arrays.

    Raises:
        ArtifactError: missing, empty, truncated or not in the safetensors format.
    """
    try:
        arrays: dict[str, np.ndarray] = load(read_contents(path))
    except KeyError as error:
        problem = f"numpy has no type {error}"
        raise _unreadable(path, problem) from None
    except (SafetensorError, ValueError, OverflowError) as error:
        raise _unreadable(path, str(error)) from None
    if not arrays:
        raise _unreadable(path, "it has no entries")
    try:
        for name, array in arrays.items():
            require_booleans(name, array)
    except ValueError as error:
        raise _unreadable(path, str(error)) from None
    return arrays


def _unreadable(path: Path, problem: str) -> ArtifactError:
    return ArtifactError(path, f"This is not a readable .safetensors file ({problem}).")


def encode(path: Path, content: object) -> bytes:
    """Return the bytes of named arrays.

    Raises:
        ArtifactError: not a non-empty mapping of plain arrays.
    """
    if not isinstance(content, Mapping) or not content:
        raise ArtifactError(path, "A .safetensors output needs named arrays.", DEFECT)
    for name, array in content.items():
        if not isinstance(array, np.ndarray) or array.dtype.hasobject:
            raise ArtifactError(path, f"Entry {name!r} is not a plain numpy array.", DEFECT)
    # not ascontiguousarray, which makes a vector of a single number
    arrays = {name: np.asarray(array, order="C") for name, array in content.items()}
    try:
        return bytes(save(arrays))
    except (SafetensorError, TypeError) as error:
        raise ArtifactError(path, f"An entry cannot be stored ({error}).", DEFECT) from None
