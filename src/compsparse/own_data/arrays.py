"""An array in a file of numpy: ``.npy``, or ``.npz`` with one array, compressed or not."""

import io
import zipfile
from pathlib import Path

import numpy as np

from compsparse.own_data.errors import OwnDataError
from workflow_engine.artifacts.arrays import unpacked_array

_LARGEST = 256 << 20  # bytes, unpacked
_REMEDY = "Save one array of numbers with numpy.save or numpy.savez."


def is_array_file(contents: bytes) -> bool:
    """Say whether these are the first bytes of an .npy, or of a zip with such a file."""
    if contents.startswith(np.lib.format.MAGIC_PREFIX):
        return True
    try:
        with zipfile.ZipFile(io.BytesIO(contents)) as archive:
            return any(name.endswith(".npy") for name in archive.namelist())
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return False


def read_array(path: Path, contents: bytes) -> np.ndarray:
    """Return the only array of a file; memory is taken for bytes that it has, not for claims.

    Raises:
        OwnDataError: damaged, several arrays, or none of numbers.
    """
    try:
        entry = contents if not contents.startswith(b"PK") else _only_entry(path, contents)
        array = unpacked_array(path.name, entry)
    except OwnDataError:
        raise
    except Exception as error:  # a damaged header raises whatever the part raises that it breaks
        problem = f"This is no readable array ({str(error) or type(error).__name__})."
        raise OwnDataError(path, problem, _REMEDY) from None
    real = np.issubdtype(array.dtype, np.number) and not np.iscomplexobj(array)
    if not (real or array.dtype == np.bool_):
        raise OwnDataError(path, f"The array has values of type {array.dtype}.", _REMEDY)
    return array


def _only_entry(path: Path, contents: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(contents)) as archive:
        names = archive.namelist()
        if len(names) != 1:
            listed = ", ".join(name.removesuffix(".npy") for name in names[:8])
            problem = f"The file has {len(names)} arrays ({listed}); allowed: one."
            raise OwnDataError(path, problem, _REMEDY)
        with archive.open(names[0]) as stream:
            entry = stream.read(_LARGEST + 1)
    if len(entry) > _LARGEST:
        raise ValueError(f"it has more than {_LARGEST >> 20} MiB unpacked")
    return entry
