"""Arrays of numpy: those that hold numbers, and damaged or hostile ones."""

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest

from compsparse.own_data.arrays import is_array_file, read_array
from compsparse.own_data.errors import OwnDataError

FILE = Path("mine.npz")
VALUES = np.arange(6.0).reshape(2, 3)


def stored(array: np.ndarray, how: str) -> bytes:
    stream = io.BytesIO()
    if how == "npy":
        np.save(stream, array)
    else:
        {"npz": np.savez, "compressed": np.savez_compressed}[how](stream, anything=array)
    return stream.getvalue()


@pytest.mark.parametrize("how", ["npy", "npz", "compressed"])
@pytest.mark.parametrize("dtype", ["f8", "f4", ">f8", "i4", "u1", "?"])
def test_numbers_of_all_kinds(how: str, dtype: str) -> None:
    array = np.asfortranarray(VALUES.astype(dtype))
    contents = stored(array, how)
    assert is_array_file(contents)
    assert np.array_equal(read_array(FILE, contents), array)


@pytest.mark.parametrize("dtype", ["U3", "c16", "M8[s]"])
def test_other_kinds_are_refused(dtype: str) -> None:
    with pytest.raises(OwnDataError, match="values of type"):
        read_array(FILE, stored(np.zeros((2, 2), dtype=dtype), "npy"))


def test_several_arrays_and_pickles_are_refused() -> None:
    stream = io.BytesIO()
    np.savez(stream, a=VALUES, b=VALUES)
    with pytest.raises(OwnDataError, match=r"2 arrays \(a, b\)"):
        read_array(FILE, stream.getvalue())
    with pytest.raises(OwnDataError, match="pickled objects"):
        read_array(FILE, stored(np.array([{}, 1], dtype=object), "npy"))


def test_claims_take_no_memory() -> None:
    header = io.BytesIO()
    claim = {"descr": "<f8", "fortran_order": False, "shape": (2**40, 2)}
    np.lib.format.write_array_header_1_0(header, claim)
    with pytest.raises(OwnDataError, match="but has 8 bytes"):
        read_array(FILE, header.getvalue() + bytes(8))


def test_a_bomb_is_refused() -> None:
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("values.npy", "w") as entry,
    ):
        for _ in range(300):
            entry.write(bytes(1 << 20))
    with pytest.raises(OwnDataError, match="more than 256 MiB"):
        read_array(FILE, stream.getvalue())


def test_what_is_no_array_file() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("a", "<genome/>")
    assert not is_array_file(stream.getvalue())
    assert not is_array_file(b"a,b\n1,2\n")
