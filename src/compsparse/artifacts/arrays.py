"""``.npz``: named plain numpy arrays; nothing is ever pickled or unpickled."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from compsparse.artifacts.contents import read_contents
from compsparse.artifacts.errors import DEFECT, ArtifactError


def read_arrays(path: Path) -> dict[str, np.ndarray]:
    """Read a ``.npz`` archive of plain arrays.

    Raises:
        ArtifactError: missing, empty, truncated, not an archive, or holding pickled objects.
    """
    try:
        with np.load(io.BytesIO(read_contents(path)), allow_pickle=False) as archive:
            return {name: archive[name] for name in archive.files}
    except (ValueError, EOFError, OSError, RuntimeError, zipfile.BadZipFile, KeyError) as error:
        # RuntimeError: a damaged header that speaks of encryption or of an unknown compression
        raise ArtifactError(path, f"This is not a readable .npz archive ({error}).") from None
    except (AttributeError, TypeError):
        raise ArtifactError(path, "This is a bare array, not an .npz archive.") from None


def encode(path: Path, content: object) -> bytes:
    """Return the bytes of named arrays; the same arrays give the same bytes.

    Raises:
        ArtifactError: not a non-empty mapping of names to plain arrays.
    """
    if not isinstance(content, Mapping) or not content:
        raise ArtifactError(path, "A .npz output needs a non-empty mapping of arrays.", DEFECT)
    for name, array in content.items():
        if not isinstance(array, np.ndarray) or array.dtype.hasobject:
            raise ArtifactError(path, f"Entry {name!r} is not a plain numpy array.", DEFECT)
    stream = io.BytesIO()
    try:
        arrays = {name: np.asarray(array, order="C") for name, array in content.items()}
        np.savez(stream, allow_pickle=False, **arrays)
    except TypeError as error:  # a name that is no text, or one of numpy's own arguments
        raise ArtifactError(path, f"A name cannot be stored ({error}).", DEFECT) from None
    return stream.getvalue()
