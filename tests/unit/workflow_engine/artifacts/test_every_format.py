"""What holds for every format: round trip, equal bytes, and words for every damaged file."""

import copy
import importlib
import pickle
from itertools import permutations
from pathlib import Path

import pytest

from tests.unit.workflow_engine.artifacts.conftest import FORMATS, Format, equal
from workflow_engine.artifacts.errors import DEFECT, REBUILD, ArtifactError
from workflow_engine.artifacts.formats import MODULES, format_module

each_format = pytest.mark.parametrize("kind", FORMATS, ids=str)


def refused(kind: Format, path: Path) -> str:
    """Return why a file is refused."""
    with pytest.raises(ArtifactError) as error:
        kind.read(path)
    assert error.value.path == path
    return str(error.value)


@each_format
def test_what_is_written_is_read_back(kind: Format, tmp_path: Path) -> None:
    path = tmp_path / f"a{kind.suffix}"
    path.write_bytes(kind.encode(path, kind.content))
    assert equal(kind.read(path), kind.content)


@each_format
def test_equal_content_has_equal_bytes_wherever_it_goes(kind: Format, tmp_path: Path) -> None:
    first = kind.encode(tmp_path / f"a{kind.suffix}", kind.content)
    assert first
    path = tmp_path / "other" / f"b{kind.suffix}"
    assert kind.encode(path, copy.deepcopy(kind.content)) == first
    path.parent.mkdir()
    path.write_bytes(first)
    assert kind.encode(path, kind.read(path)) == first


@each_format
def test_encoding_writes_no_file(kind: Format, tmp_path: Path) -> None:
    kind.encode(tmp_path / f"a{kind.suffix}", kind.content)
    assert list(tmp_path.iterdir()) == []


@each_format
def test_a_file_truncated_anywhere_is_never_a_bare_error(kind: Format, tmp_path: Path) -> None:
    path = tmp_path / f"a{kind.suffix}"
    whole = kind.encode(path, kind.content)
    readable, refusals = [], []
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        try:
            kind.read(path)
        except ArtifactError as refusal:
            refusals.append(str(refusal))
        else:
            readable.append(length)
    assert all(text.startswith(f"{path}: ") and text.endswith(REBUILD) for text in refusals)
    assert refusals
    # text stays readable without its last line end, a table wherever a field may end; the ledger
    # knows that its bytes are others
    if kind.suffix == ".json":
        assert readable == [len(whole) - 1]
    elif kind.suffix != ".csv":
        assert readable == []


@each_format
def test_a_file_with_one_changed_byte_is_never_a_bare_error(kind: Format, tmp_path: Path) -> None:
    path = tmp_path / f"a{kind.suffix}"
    whole = kind.encode(path, kind.content)
    refusals = 0
    for place in range(len(whole)):
        path.write_bytes(
            whole[:place] + bytes([whole[place] ^ 1 << place % 8]) + whole[place + 1 :]
        )
        try:
            kind.read(path)
        except ArtifactError:
            refusals += 1
    assert refusals > 0


@each_format
def test_an_empty_a_missing_and_an_unreadable_file_are_told_apart(
    kind: Format, tmp_path: Path
) -> None:
    path = tmp_path / f"a{kind.suffix}"
    assert "does not exist" in refused(kind, path)
    path.write_bytes(b"")
    assert "is empty" in refused(kind, path)
    path.unlink()
    path.mkdir()
    assert "This is a folder; only a regular file is read" in refused(kind, path)


# any lines of text are a table of one column
@pytest.mark.parametrize(
    ("kind", "other"),
    [p for p in permutations(FORMATS, 2) if [f.suffix for f in p] != [".csv", ".json"]],
    ids=str,
)
def test_another_format_under_this_name_is_refused(
    kind: Format, other: Format, tmp_path: Path
) -> None:
    path = tmp_path / f"a{kind.suffix}"
    path.write_bytes(other.encode(path, other.content))
    assert "This is not" in refused(kind, path)


@each_format
def test_a_pickle_is_never_loaded(kind: Format, tmp_path: Path) -> None:
    path = tmp_path / f"a{kind.suffix}"
    path.write_bytes(pickle.dumps(Bomb(tmp_path / "exploded")))
    assert "This is not" in refused(kind, path)
    assert not (tmp_path / "exploded").exists()


class Bomb:
    """Makes a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[Path]]:
        return Path.touch, (self.path,)


def test_the_bomb_would_explode(tmp_path: Path) -> None:
    pickle.loads(pickle.dumps(Bomb(tmp_path / "exploded")))
    assert (tmp_path / "exploded").exists()


@each_format
@pytest.mark.parametrize("content", [object(), {1, 2}, {"a": object()}, b"bytes"])
def test_content_of_the_wrong_type_is_a_defect_of_the_step(
    kind: Format, content: object, tmp_path: Path
) -> None:
    path = tmp_path / f"a{kind.suffix}"
    with pytest.raises(ArtifactError) as error:
        kind.encode(path, content)
    assert str(error.value).startswith(f"{path}: ") and str(error.value).endswith(DEFECT)


@pytest.mark.parametrize("suffix", sorted(MODULES))
def test_every_suffix_has_a_module_that_encodes(suffix: str) -> None:
    module = importlib.import_module(format_module(f"toy/figures/a.b{suffix}"))
    assert callable(module.encode)


@pytest.mark.parametrize("path", ["a.pkl", "a.pt", "a", "a.npz.gz", "a.JSON", ".json"])
def test_an_unknown_suffix_is_refused_with_the_known_ones(path: str) -> None:
    with pytest.raises(ValueError, match=r"unknown format .*; known: \.csv, \.json, \.npz"):
        format_module(path)
