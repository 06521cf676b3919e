"""Damaged and hostile artifacts: the right content, or an error with the file and a remedy."""

import io
import json
import math
import struct
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from safetensors.numpy import save

from tests.fuzz import payload
from tests.fuzz.effort import tries
from tests.fuzz.payload import archive, array_header, npy
from tests.fuzz.strange import damaged
from workflow_engine.artifacts import arrays, json_values, tables, tensors
from workflow_engine.artifacts.arrays import read_arrays
from workflow_engine.artifacts.errors import DEFECT, REBUILD, ArtifactError
from workflow_engine.artifacts.json_values import read_json
from workflow_engine.artifacts.tables import read_table
from workflow_engine.artifacts.tensors import read_tensors

READERS: dict[str, Callable[[Path], Any]] = {
    ".npz": read_arrays,
    ".safetensors": read_tensors,
    ".csv": read_table,
    ".json": read_json,
}
NUMBERS = {
    "loss": np.array([[0.5, math.nan], [1e-300, -0.0]]),
    "seen": np.array([True, False, True]),
    "step": np.arange(4),
    "one": np.array(3, dtype=np.int32),
}
TABLE = pd.DataFrame(
    {"n": [1, 2, 3], "loss": [0.1, 1e-300, 2.0], "label": ['a,"b"', "ü", "two\nlines"]}
)
VALUE = {"metric": {"value": 0.1, "low": -1e-9, "high": 1e22, "n": 6}, "list": [1, None, True, "ü"]}
WHOLE = {
    ".npz": arrays.encode(Path("a.npz"), NUMBERS),
    ".safetensors": tensors.encode(Path("a.safetensors"), NUMBERS),
    ".csv": tables.encode(Path("a.csv"), TABLE),
    ".json": json_values.encode(Path("a.json"), VALUE),
}
all_suffixes = pytest.mark.parametrize("suffix", READERS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place for files."""
    return tmp_path_factory.mktemp("artifacts")


def read(folder: Path, suffix: str, contents: bytes) -> Any:
    """Return what these bytes hold, or the refusal as text."""
    path = folder / f"a{suffix}"
    path.write_bytes(contents)
    try:
        return READERS[suffix](path)
    except ArtifactError as error:
        message, place = str(error), error.path
    assert place == path
    assert message.startswith(f"{path}: This ") and message.endswith(REBUILD), message
    return message


def refused(folder: Path, suffix: str, contents: bytes) -> str:
    """Return why these bytes are refused."""
    message = read(folder, suffix, contents)
    assert isinstance(message, str), f"{contents[:80]!r} was read as {message!r}"
    return message


def peak(work: Callable[[], object]) -> int:
    """Return the most bytes that were in use at once during some work."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def same(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> bool:
    """Compare names, types, shapes and bits."""
    return one.keys() == other.keys() and all(
        a.dtype == other[name].dtype and a.shape == other[name].shape
        and a.tobytes() == other[name].tobytes()
        for name, a in one.items()
    )  # fmt: skip


@tries(60)
@given(st.sampled_from(sorted(READERS)), st.data())
def test_damaged_files_hold_what_another_reader_finds_or_are_refused(
    folder: Path, suffix: str, data: st.DataObject
) -> None:
    contents = data.draw(damaged(WHOLE[suffix]))
    found = read(folder, suffix, contents)
    if isinstance(found, str) and suffix != ".json":
        return
    if suffix == ".npz":
        with np.load(io.BytesIO(contents), allow_pickle=False) as other:
            assert same(found, dict(other))
    elif suffix == ".csv":
        assert contents.endswith(b"\n") and len(set(found.columns)) == len(found.columns)
    elif suffix == ".json" and not isinstance(found, str):
        assert json.dumps(found) == json.dumps(json.loads(contents))


@all_suffixes
def test_a_file_cut_off_anywhere_is_refused(folder: Path, suffix: str) -> None:
    """All but the last line end of JSON, and whole lines of a table, cannot go unnoticed."""
    whole = WHOLE[suffix]
    for length in range(1, len(whole)):
        found = read(folder, suffix, whole[:length])
        if suffix == ".json" and length == len(whole) - 1:
            assert found == VALUE
        elif suffix == ".csv" and not isinstance(found, str):
            assert found.astype(str).equals(TABLE.astype(str)[: len(found)]), length
        else:
            assert isinstance(found, str), length


words = st.sampled_from(
    ["<f8", "<f4", "|b1", "<i8", ">f8", "|O", "<U3", "|S0", "|V0", "<M8[s]", "x", ""]
)
sizes = st.sampled_from([0, 1, 2, 3, -1, 10**6, 10**9, 10**13, 2**63, 10**30, True, 1.5, "2", None])
shapes = st.lists(sizes, max_size=4).map(tuple) | sizes | st.just((1,) * 70)
descriptions = (
    words
    | st.lists(st.tuples(st.sampled_from(["a", "b", ""]), words), max_size=3)
    | st.sampled_from([None, 5, {}, [("a",)], [("a", "<f8", (10**9,))], ("<f8", (2**40,)), [[]]])
)
HEADERS = [
    "",
    "(" * 3000,
    "[" * 9000,
    "{'descr': '''",
    "{[]: 1}",
    "1",
    "{}",
    "__import__('os')",
    "\0",
]
HEADERS += [
    "{'descr': '<f8', 'fortran_order': 1, 'shape': (1L,)}",
    "9" * 9000,
    "-" * 9000,
    " 1\n  2",
]


@st.composite
def archives(draw: st.DrawFn) -> bytes:
    """Archives whose parts may claim anything."""
    entries = []
    for name in draw(st.lists(st.sampled_from(["x.npy", "y.npy", "x", "../x.npy", "x.npy.npy"]))):
        header = draw(
            st.builds(array_header, descriptions, shapes, st.sampled_from([False, True, None, 2]))
            | st.sampled_from(HEADERS)
        )
        version = draw(st.sampled_from([(1, 0), (1, 0), (2, 0), (3, 0), (9, 9)]))
        entries.append((name, npy(header, draw(st.binary(max_size=24)), version)))
    method = draw(st.sampled_from([zipfile.ZIP_STORED, zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED]))
    made = archive(*dict(entries).items(), method=method)
    return draw(damaged(made)) if draw(st.booleans()) else made


@tries(60)
@given(archives())
@example(archive(("x.npy", npy(array_header("<f8", (10**13,))))))
@example(archive(("x.npy", npy(array_header("<f8", (10**30,))))))
@example(archive(("x.npy", npy("(" * 3000))))
@example(archive(("x.npy", npy("{'descr': '''"))))
@example(archive(("x.npy", npy("{[]: 1}"))))
@example(archive(("x.npy", b"text")))
@example(archive(("x.npy", npy(array_header("|b1", (2,)), b"\x02\x01"))))
@example(archive())
def test_archives_that_lie_are_refused_without_the_memory_that_they_claim(
    folder: Path, contents: bytes
) -> None:
    found: list[Any] = []
    assert peak(lambda: found.append(read(folder, ".npz", contents))) < 20_000_000
    if not isinstance(found[0], str):
        with np.load(io.BytesIO(contents), allow_pickle=False) as other:
            assert same(found[0], dict(other))


def test_an_archive_that_grows_when_it_is_read_is_refused(folder: Path) -> None:
    zeros = npy(array_header("<f8", (4_000_000,)), bytes(32_000_000))
    bomb = archive(("x.npy", zeros), method=zipfile.ZIP_DEFLATED)
    assert len(bomb) < 40_000
    found: list[str] = []
    assert peak(lambda: found.append(refused(folder, ".npz", bomb))) < 1_000_000
    assert "entry 'x.npy' is compressed" in found[0]
    # the same bytes under many names
    one = archive(("x.npy", npy(array_header("<f8", (100,)), bytes(800))))
    start, directory = (
        one.index(b"PK\x01\x02"),
        one[one.index(b"PK\x01\x02") : one.rindex(b"PK\x05\x06")],
    )
    many = b"".join(directory.replace(b"x.npy", b"%c.npy" % letter) for letter in range(97, 123))
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 26, 26, len(many), start, 0)
    assert "claim to be larger than the file" in refused(folder, ".npz", one[:start] + many + tail)


def test_an_entry_that_stands_twice_is_refused(folder: Path) -> None:
    entry = npy(array_header("<f8", (1,)), bytes(8))
    with pytest.warns(UserWarning, match="Duplicate name"):
        twice = archive(("x.npy", entry), ("x.npy", entry))
    assert "comes twice" in refused(folder, ".npz", twice)


@st.composite
def tensor_files(draw: st.DrawFn) -> bytes:
    """Files whose header may claim anything."""
    kinds = ["F64", "F32", "BF16", "F8_E4M3", "F4", "BOOL", "I64", "U8", "C64", "", "PICKLE"]
    numbers = st.sampled_from([0, 1, 2, 8, 16, -1, 2**31, 2**62, 2**64 - 1, 10**30])
    entry = st.fixed_dictionaries(
        {},
        optional={
            "dtype": st.sampled_from(kinds) | st.integers(0, 3),
            "shape": st.lists(numbers, max_size=3) | st.just([1] * 70),
            "data_offsets": st.lists(numbers, min_size=1, max_size=3),
        },
    )
    header = draw(
        st.dictionaries(st.sampled_from(["x", "y", "", "__metadata__"]), entry, max_size=3)
    )
    text = draw(
        st.just(json.dumps(header).encode())
        | st.sampled_from([b"", b"[", b"[" * 3000, b"\xff", b"{}"])
    )
    length = draw(st.just(len(text)) | st.sampled_from([0, 1, 2**31, 2**63, 2**64 - 1]))
    return struct.pack("<Q", length) + text + draw(st.binary(max_size=32))


def tensor(dtype: str, shape: list[int], contents: bytes) -> bytes:
    """Return a file with one tensor."""
    header = {"x": {"dtype": dtype, "shape": shape, "data_offsets": [0, len(contents)]}}
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + contents


@tries(60)
@given(tensor_files())
@example(tensor("F32", [0, 2**64 - 1], b""))
@example(tensor("F32", [0, 2**62], b""))
@example(tensor("BF16", [1], b"ab"))
@example(tensor("BOOL", [2], b"\x01\x02"))
@example(tensor("F32", [1] * 70, b"abcd"))
@example(struct.pack("<Q", 2) + b"{}")
@example(struct.pack("<Q", 2**63) + b"{}")
def test_tensors_that_lie_are_refused_without_the_memory_that_they_claim(
    folder: Path, contents: bytes
) -> None:
    found: list[Any] = []
    assert peak(lambda: found.append(read(folder, ".safetensors", contents))) < 20_000_000
    if not isinstance(found[0], str):
        assert found[0] and all(array.nbytes <= len(contents) for array in found[0].values())


@tries(20)
@given(hnp.arrays(hnp.boolean_dtypes() | hnp.integer_dtypes() | hnp.floating_dtypes(), (2, 3)))
def test_numbers_of_every_type_come_back(folder: Path, array: np.ndarray) -> None:
    assert same(read(folder, ".npz", arrays.encode(Path("a.npz"), {"x": array})), {"x": array})
    if array.dtype.isnative and array.dtype.itemsize <= 8:
        assert same(read(folder, ".safetensors", save({"x": array})), {"x": array})


@pytest.mark.parametrize("disguise", payload.disguises(Path("mark")))
def test_nothing_is_unpickled(folder: Path, disguise: str) -> None:
    mark = folder / f"mark of {disguise}"
    suffix, contents = payload.disguises(mark)[disguise]
    refused(folder, suffix, contents)
    assert not mark.exists()


def test_the_payload_would_leave_its_mark(folder: Path) -> None:
    """Else the test above could not fail."""
    for disguise in ("an array of objects", "a bare array of objects"):
        mark = folder / f"trial of {disguise}"
        _, contents = payload.disguises(mark)[disguise]
        loaded = np.load(io.BytesIO(contents), allow_pickle=True)
        if disguise == "an array of objects":
            loaded["x"]
        assert mark.exists()


lines = st.lists(
    st.lists(
        st.sampled_from(
            ["a", "b", "1", "2.5", "", '"x', '"a,b"', "nan", "1e400", "9" * 40, "\0", "ü"]
        ),
        max_size=3,
    ).map(",".join),
    max_size=4,
)


@tries(150)
@given(lines, st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
@example(["a,a", "1,2"], "\n", True)
@example(["a,b", "1,2,3"], "\n", True)
@example(["a,b", "1"], "\n", True)
@example(["a,", "1,2"], "\n", True)
@example(["a", "1", "", "2"], "\n", True)
@example(["a", "1"], "\n", False)
@example(["a", "9" * 5000], "\n", True)
@example(["a", '"' + "x" * 200_000 + '"'], "\n", True)
def test_tables_are_rectangles_with_named_columns_or_refused(
    folder: Path, rows: list[str], end: str, ended: bool
) -> None:
    text = (end.join(rows) + (end if ended else "")) or "\n"
    found = read(folder, ".csv", text.encode())
    if isinstance(found, str):
        return
    assert text.endswith("\n")
    header, *fields = [row.split(",") for row in text.replace('"a,b"', "ab").splitlines()]
    assert all(len(row) == len(header) for row in fields)
    assert len(found) == len(fields) and len(set(found.columns)) == len(header)
    assert all(column and not column.startswith("Unnamed") for column in found.columns)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b\n1,2,3\n", "line 2 has 3 fields where the header has 2"),
        ("a,b\n1,2\n3\n", "line 3 has 1 fields where the header has 2"),
        ("a,a\n1,2\n", r"the columns ['a', 'a'] need names, none of them twice"),
        ("a,b\n1,2\n3,4", "its last line does not end: it was cut off"),
    ],
)
def test_a_table_is_refused_with_its_line(folder: Path, text: str, words: str) -> None:
    assert words in refused(folder, ".csv", text.encode())


def test_a_long_column_has_one_type(folder: Path) -> None:
    """Read by parts, the numbers of its first part would be numbers and those of its last text."""
    text = "a\n" + "1\n" * 400_000 + "x\n"
    column = read(folder, ".csv", text.encode())["a"]
    assert set(column) == {"1", "x"}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b'{"a": {"b": [1, NaN]}}', "the value at top level / a / b / 1 is not finite"),
        (b"[Infinity]", "the value at top level / 0 is not finite"),
        (b"1e999", "the value at top level is not finite"),
        (b'{"a": 1, "a": 2}', "the key 'a' stands twice"),
        (b'["\\ud800"]', "surrogates not allowed"),
        (b"1" * 5000, "Exceeds the limit"),
        (b"{'a': 1}", "line 1 column 2"),
    ],
)
def test_json_is_refused_with_its_place(folder: Path, content: bytes, words: str) -> None:
    assert words in refused(folder, ".json", content)


def test_json_of_pairs_of_escapes_is_read(folder: Path) -> None:
    assert read(folder, ".json", b'["\\ud83d\\ude00", 1e300, -0.0]') == ["\U0001f600", 1e300, 0.0]


CIRCLE: list[Any] = []
CIRCLE.append(CIRCLE)


@pytest.mark.parametrize(
    ("suffix", "content", "words"),
    [
        (".json", CIRCLE, "nested too deeply, or holds itself"),
        (".json", ["\ud800"], "A text cannot be stored"),
        (
            ".csv",
            pd.DataFrame([[1, 2]], columns=["a", "a"]),
            "names that are text, none of them twice",
        ),
        (".csv", pd.DataFrame([[1, 2]]), "names that are text"),
        (".csv", pd.DataFrame({"a": ["\ud800"]}, dtype=object), "A text cannot be stored"),
    ],
)
def test_what_could_not_be_read_back_is_not_written(suffix: str, content: Any, words: str) -> None:
    encode = {".json": json_values.encode, ".csv": tables.encode}[suffix]
    with pytest.raises(ArtifactError, match=words) as error:
        encode(Path("a") / suffix, content)
    assert str(error.value).endswith(DEFECT)
