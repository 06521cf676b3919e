"""A pickle that leaves a mark when anyone loads it."""

import io
import pickle
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np


class Payload:
    """What unpickling calls: it makes a file."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Callable[..., object], tuple[str]]:
        return Path(self.mark).touch, ()  # type: ignore[return-value]


def pickled(mark: Path) -> bytes:
    """Return a pickle that makes the file ``mark`` when it is loaded."""
    return pickle.dumps(Payload(mark))


def archive(*entries: tuple[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    """Return a zip archive."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as made:
        for name, contents in entries:
            made.writestr(name, contents)
    return stream.getvalue()


def npy(header: str, contents: bytes = b"", version: tuple[int, int] = (1, 0)) -> bytes:
    """Return a .npy file with any header."""
    text = header.encode("latin1", errors="replace") + b"\n"
    length = struct.pack("<H" if version == (1, 0) else "<I", len(text))
    return b"\x93NUMPY" + bytes(version) + length + text + contents


def array_header(descr: object, shape: object, fortran_order: object = False) -> str:
    """Return the header of an array that may not exist."""
    return f"{{'descr': {descr!r}, 'fortran_order': {fortran_order!r}, 'shape': {shape!r}, }}"


def disguises(mark: Path) -> dict[str, tuple[str, bytes]]:
    """Return files that hold a pickle, each with the suffix under which it is offered."""
    load = pickled(mark)
    objects = np.array([Payload(mark)], dtype=object)
    stored, bare = io.BytesIO(), io.BytesIO()
    np.savez(stored, x=objects)
    np.save(bare, objects)
    header = array_header("|O", (1,))
    return {
        "a pickle": (".npz", load),
        "a pickle as an entry": (".npz", archive(("x.npy", load))),
        "a pickle beside an array": (
            ".npz",
            archive(("x.npy", npy(header, load)), ("y.npy", load)),
        ),
        "a pickle as an entry of another kind": (".npz", archive(("x.pkl", load))),
        "an array of objects": (".npz", stored.getvalue()),
        "a bare array of objects": (".npz", bare.getvalue()),
        "objects in a record": (
            ".npz",
            archive(("x.npy", npy(array_header([("a", "|O")], (1,)), load))),
        ),
        "compressed": (".npz", archive(("x.npy", npy(header, load)), method=zipfile.ZIP_DEFLATED)),
        "tensors": (".safetensors", load),
        "tensors with a header": (".safetensors", struct.pack("<Q", 2) + b"{}" + load),
        "a table": (".csv", load),
        "a value": (".json", load),
    }
