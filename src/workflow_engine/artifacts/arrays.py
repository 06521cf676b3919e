"""``.npz``: named plain numpy arrays; nothing is ever pickled or unpickled."""

import io
import math
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from workflow_engine.artifacts.archive import archive
from workflow_engine.artifacts.booleans import require_booleans
from workflow_engine.artifacts.contents import read_contents
from workflow_engine.artifacts.errors import DEFECT, ArtifactError

_SUFFIX = ".npy"
# numpy writes plain arrays in the first; headers of 64 KiB and more in the second
_HEADER_READERS = {
    (1, 0): np.lib.format.read_array_header_1_0,
    (2, 0): np.lib.format.read_array_header_2_0,
}

# what is written; structures and long doubles have gaps, whose bytes are whatever lay there
_KINDS = "biufcSUmM"
_WIDEST = {"f": 8, "c": 16}


def read_arrays(path: Path) -> dict[str, np.ndarray]:
    """Read a ``.npz`` archive of plain arrays.

    Memory is taken for bytes that the file has, never for what its headers claim.

    Raises:
        ArtifactError: missing, empty, truncated, not an archive of uncompressed plain arrays, or
            holding pickled objects.
    """
    contents = read_contents(path)
    if contents.startswith(np.lib.format.MAGIC_PREFIX):
        raise ArtifactError(path, "This is a bare array, not an .npz archive.")
    try:
        with zipfile.ZipFile(io.BytesIO(contents)) as archive:
            entries = archive.infolist()
            _require_stored(entries, len(contents))
            return {
                entry.filename.removesuffix(_SUFFIX): unpacked_array(
                    entry.filename, archive.read(entry)
                )
                for entry in entries
            }
    except Exception as error:  # a damaged header raises whatever the part raises that it breaks
        problem = str(error) or type(error).__name__
        raise ArtifactError(path, f"This is not a readable .npz archive ({problem}).") from None


def _require_stored(entries: Sequence[zipfile.ZipInfo], length: int) -> None:
    """Refuse archives that our writer does not make, among them those that grow when read."""
    names = [entry.filename for entry in entries]
    if not names:
        raise ValueError("it has no entries")
    for entry in entries:
        if not entry.filename.endswith(_SUFFIX) or names.count(entry.filename) > 1:
            raise ValueError(f"entry {entry.filename!r} is no {_SUFFIX} file or comes twice")
        if entry.compress_type != zipfile.ZIP_STORED:
            raise ValueError(f"entry {entry.filename!r} is compressed; results are stored plain")
    if sum(entry.file_size for entry in entries) > length:
        raise ValueError("its entries claim to be larger than the file")


def unpacked_array(name: str, contents: bytes) -> np.ndarray:
    """Return the array of an ``.npy``, whose header must say just what the bytes after it hold.

    Raises:
        ValueError: damaged, pickled, or longer or shorter than its header says.
    """
    stream = io.BytesIO(contents)
    version = np.lib.format.read_magic(stream)
    if version not in _HEADER_READERS:
        raise ValueError(f"entry {name!r} is of version {version}, not {(1, 0)} or {(2, 0)}")
    shape, _, dtype = _HEADER_READERS[version](stream)
    if dtype.hasobject:
        raise ValueError(
            f"entry {name!r} holds pickled objects, which are never loaded: allow_pickle=False"
        )
    found = len(contents) - stream.tell()
    if min(shape, default=0) < 0 or math.prod(shape) * dtype.itemsize != found:
        raise ValueError(f"entry {name!r} claims {dtype} of shape {shape}, but has {found} bytes")
    stream.seek(0)
    array: np.ndarray = np.lib.format.read_array(stream, allow_pickle=False)
    require_booleans(name, array)
    return array


def encode(path: Path, content: object) -> bytes:
    """Return the bytes of named arrays; the same arrays give the same bytes under every Python.

    Raises:
        ArtifactError: not a non-empty mapping of names to plain arrays, or more than the format
            can hold.
    """
    if not isinstance(content, Mapping) or not content:
        raise ArtifactError(path, "A .npz output needs a non-empty mapping of arrays.", DEFECT)
    for name, array in content.items():
        if not isinstance(array, np.ndarray) or array.dtype.hasobject:
            raise ArtifactError(path, f"Entry {name!r} is not a plain numpy array.", DEFECT)
        if not isinstance(name, str):
            raise ArtifactError(path, f"The name {name!r} is not text.", DEFECT)
        if not _is_dense(array.dtype):
            problem = (
                f"Entry {name!r} is of type {array.dtype}, whose memory may have unused bytes."
            )
            raise ArtifactError(path, problem, DEFECT)
    try:
        return archive((f"{name}{_SUFFIX}", _entry(array)) for name, array in content.items())
    except ValueError as error:
        raise ArtifactError(path, f"This cannot be stored ({error}).", DEFECT) from None


def _is_dense(dtype: np.dtype[Any]) -> bool:
    """Say whether all bytes in memory follow from the value."""
    return dtype.kind in _KINDS and dtype.itemsize <= _WIDEST.get(dtype.kind, dtype.itemsize)


def _entry(array: np.ndarray) -> bytes:
    """Return the bytes of one array as numpy stores it, rows first."""
    ordered = np.asarray(array, order="C")  # not ascontiguousarray: a number stays one
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, np.lib.format.header_data_from_array_1_0(ordered))
    return header.getvalue() + ordered.tobytes()
