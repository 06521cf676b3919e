"""Named arrays of every plain type and shape come back as they were; nothing else is taken."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of

from tests.unit.workflow_engine.artifacts.conftest import equal
from workflow_engine.artifacts import archive, arrays, tensors
from workflow_engine.artifacts.errors import ArtifactError

plain = arrays_of.arrays(
    st.sampled_from(["float64", "float32", "float16", "int64", "int8", "uint8", "bool"]),
    arrays_of.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3),
)
contents = st.dictionaries(st.sampled_from(["a", "weight.0", "layer/b", "ü"]), plain, min_size=1)
both = pytest.mark.parametrize(
    ("suffix", "encode", "read"),
    [
        (".npz", arrays.encode, arrays.read_arrays),
        (".safetensors", tensors.encode, tensors.read_tensors),
    ],
    ids=["npz", "safetensors"],
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place for files."""
    return tmp_path_factory.mktemp("arrays")


@both
@given(content=contents)
def test_shapes_types_and_bits_come_back(
    folder: Path, suffix: str, encode: Any, read: Any, content: dict[str, np.ndarray]
) -> None:
    path = folder / f"a{suffix}"
    path.write_bytes(encode(path, content))
    assert equal(read(path), content)


@both
def test_a_single_number_stays_a_single_number(
    folder: Path, suffix: str, encode: Any, read: Any
) -> None:
    path = folder / f"a{suffix}"
    path.write_bytes(encode(path, {"loss": np.array(0.5)}))
    assert read(path)["loss"].shape == ()


@both
def test_the_layout_in_memory_does_not_count(
    folder: Path, suffix: str, encode: Any, read: Any
) -> None:
    square = np.arange(12.0).reshape(3, 4)
    path = folder / f"a{suffix}"
    turned = np.asfortranarray(square)
    assert encode(path, {"x": turned}) == encode(path, {"x": square})
    assert encode(path, {"x": np.arange(24.0)[::2]}) == encode(path, {"x": np.arange(0.0, 24.0, 2)})
    path.write_bytes(encode(path, {"x": turned.T}))
    np.testing.assert_array_equal(read(path)["x"], square.T)


@both
def test_other_values_names_types_and_shapes_have_other_bytes(
    folder: Path, suffix: str, encode: Any, read: Any
) -> None:
    path = folder / f"a{suffix}"
    variants = [
        {"x": np.array([1.0, 2.0])},
        {"x": np.array([1.0, -2.0])},
        {"y": np.array([1.0, 2.0])},
        {"x": np.array([1.0, 2.0], dtype=np.float32)},
        {"x": np.array([[1.0, 2.0]])},
        {"x": np.array([1.0, 2.0]), "y": np.array(0)},
    ]
    assert len({encode(path, v) for v in variants}) == len(variants)


@both
@pytest.mark.parametrize(
    "content",
    [
        {},
        [np.zeros(2)],
        np.zeros(2),
        {"x": [1.0, 2.0]},
        {"x": 1.0},
        {"x": np.array([{}])},
        {"x": np.array(["a", None], dtype=object)},
        {5: np.zeros(2)},
    ],
)
def test_what_is_no_mapping_of_plain_arrays_is_refused(
    folder: Path, suffix: str, encode: Any, read: Any, content: object
) -> None:
    with pytest.raises(ArtifactError, match="defect of the step"):
        encode(folder / f"a{suffix}", content)


@pytest.mark.parametrize("name", ["file", "allow_pickle", "", "a/b", "x.npy", "\u2028"])
def test_every_text_that_an_archive_can_give_back_is_a_name(folder: Path, name: str) -> None:
    path = folder / "a.npz"
    path.write_bytes(arrays.encode(path, {name: np.zeros(2)}))
    assert list(arrays.read_arrays(path)) == [name]


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "x" * 65_532])
def test_names_that_an_archive_would_not_give_back_are_refused(folder: Path, name: str) -> None:
    with pytest.raises(ArtifactError, match=r"This cannot be stored .*defect of the step"):
        arrays.encode(folder / "a.npz", {name: np.zeros(2)})


@pytest.mark.parametrize(
    "array",
    [
        np.zeros(2, dtype=np.dtype([("a", "i1"), ("b", "f8")], align=True)),
        np.zeros(2, dtype="V3"),
        pytest.param(
            np.zeros(2, dtype=np.longdouble),
            marks=pytest.mark.skipif(np.dtype(np.longdouble).itemsize == 8, reason="no own type"),
        ),
    ],
)
def test_types_with_bytes_that_mean_nothing_are_refused_in_archives(
    folder: Path, array: np.ndarray
) -> None:
    with pytest.raises(ArtifactError, match="whose memory may have unused bytes"):
        arrays.encode(folder / "a.npz", {"x": array})


def test_archives_from_4_gib_on_are_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = {"x": np.zeros(20), "y": np.zeros(1)}
    monkeypatch.setattr(archive, "LARGEST", 494)
    arrays.encode(folder / "a.npz", content)
    for largest in (287, 322, 493):  # too long an entry, too far a place of one, too much in all
        monkeypatch.setattr(archive, "LARGEST", largest)
        with pytest.raises(ArtifactError, match="less than 4 GiB, so spread the content"):
            arrays.encode(folder / "a.npz", content)


def test_more_entries_than_an_archive_can_count_are_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "MOST", 2)
    content = {str(number): np.zeros(1) for number in range(3)}
    with pytest.raises(ArtifactError, match=r"3 entries .*at most 2 entries"):
        arrays.encode(folder / "a.npz", content)


@pytest.mark.parametrize("dtype", ["<U3", "datetime64[s]", "longdouble"])
def test_types_that_safetensors_does_not_know_are_refused_in_words(
    folder: Path, dtype: str
) -> None:
    with pytest.raises(ArtifactError, match="cannot be stored"):
        tensors.encode(folder / "a.safetensors", {"x": np.zeros(2, dtype=dtype)})


def test_an_archive_with_pickled_objects_is_refused(folder: Path) -> None:
    path = folder / "a.npz"
    np.savez(path, good=np.zeros(2), bad=np.array([{"a": 1}], dtype=object))
    with pytest.raises(ArtifactError, match="allow_pickle=False"):
        arrays.read_arrays(path)


@pytest.mark.parametrize("more", [-1, 1])
def test_an_array_of_another_length_than_its_header_says_is_refused(more: int) -> None:
    stream = io.BytesIO()
    np.save(stream, np.arange(3.0))
    right = stream.getvalue()
    assert arrays.unpacked_array("x.npy", right).tolist() == [0, 1, 2]
    wrong = right + b"\0" if more > 0 else right[:-1]
    with pytest.raises(ValueError, match=rf"claims float64 of shape \(3,\), but has {24 + more}"):
        arrays.unpacked_array("x.npy", wrong)


def test_a_bare_array_is_no_archive(folder: Path) -> None:
    np.save(folder / "a.npy", np.zeros(2))
    (folder / "a.npy").rename(folder / "a.npz")
    with pytest.raises(ArtifactError, match=r"a bare array, not an \.npz archive"):
        arrays.read_arrays(folder / "a.npz")
