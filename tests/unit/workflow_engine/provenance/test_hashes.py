"""Content hashes and the memory of those of large files."""

import hashlib
import json
import os
import time
from pathlib import Path

import pytest

from tests.unit.workflow_engine.provenance.conftest import write
from workflow_engine.provenance import hashes as module
from workflow_engine.provenance.hashes import Hashes, regular_sha256, sha256

LARGE = 1 << 20


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every file count as unchanged for long enough."""
    monkeypatch.setattr(module, "_SETTLED", -1.0)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect the names of the files whose bytes are read."""
    names: list[str] = []

    def noting(path: Path, *, through_links: bool = False) -> str | None:
        names.append(path.name)
        return regular_sha256(path, through_links=through_links)

    monkeypatch.setattr(module, "regular_sha256", noting)
    return names


def large(path: Path, letter: bytes = b"a") -> Path:
    """Write a file that is worth remembering."""
    path.write_bytes(letter * LARGE)
    return path


def truth(path: Path) -> str:
    """Hash without the code under test."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_the_hash_is_sha256_and_none_where_there_is_no_file(tmp_path: Path) -> None:
    assert sha256(write(tmp_path / "a", "abc")) == hashlib.sha256(b"abc").hexdigest()
    for path in (tmp_path / "gone", tmp_path, tmp_path / "a" / "below"):
        for hashes in (sha256, Hashes(), Hashes(tmp_path / "memory.json")):
            assert hashes(path) is None


@pytest.mark.parametrize("memory", [None, "memory.json"])
def test_only_regular_files_in_real_folders_have_a_hash(tmp_path: Path, memory: str | None) -> None:
    write(tmp_path / "elsewhere/file", "abc")
    root = tmp_path / "root"
    root.mkdir()
    (root / "folder").mkdir()
    (root / "link").symlink_to("../elsewhere/file")
    (root / "linked").symlink_to("../elsewhere")
    os.mkfifo(root / "pipe")
    with (root / "hole").open("wb") as stream:
        stream.truncate(10**12)
    hashes = Hashes(memory and tmp_path / memory)
    reasons = {
        "folder": "is a folder",
        "link": "is a symbolic link",
        "linked/file": "lies behind linked, which is a symbolic link",
        "linked/deep/file": "lies behind linked, which is a symbolic link",
        "pipe": "is a named pipe",
        "hole": "claims 1e+03 GB, of which 0 kB are stored",
        "gone": None,
    }
    assert {name: hashes(root / name, below=root) for name in reasons} == dict.fromkeys(reasons)
    assert {name: hashes.refusal(root / name) for name in reasons} == reasons
    # what people keep themselves may be a link, and the root too
    assert hashes.of_source(root, "link") == sha256(tmp_path / "elsewhere/file")
    assert hashes.of_source(root, "pipe") is None
    (tmp_path / "other root").symlink_to("elsewhere")
    other = tmp_path / "other root"
    assert hashes(other / "file", below=other) == sha256(tmp_path / "elsewhere/file")


def test_without_memory_every_instance_reads_the_bytes(tmp_path: Path, read: list[str]) -> None:
    path = large(tmp_path / "a")
    for _ in range(2):
        hashes = Hashes()
        assert hashes(path) == hashes(path) == truth(path)
        hashes.save()
    assert read == ["a", "a"]
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.usefixtures("settled")
def test_large_files_are_remembered_and_small_ones_are_not(tmp_path: Path, read: list[str]) -> None:
    paths = [large(tmp_path / "large"), write(tmp_path / "small", "a" * (LARGE - 1))]
    for _ in range(2):
        hashes = Hashes(tmp_path / "folder" / "memory.json")
        assert [hashes(path) for path in paths] == [truth(path) for path in paths]
        hashes.save()
    assert read == ["large", "small", "small"]


def test_a_file_that_changed_just_now_is_not_remembered(tmp_path: Path, read: list[str]) -> None:
    path = large(tmp_path / "a")
    for _ in range(2):
        hashes = Hashes(tmp_path / "memory.json")
        hashes(path)
        hashes.save()
    assert read == ["a", "a"]


@pytest.mark.usefixtures("settled")
@pytest.mark.parametrize("restored", [True, False], ids=["mtime_restored", "mtime_new"])
def test_an_edit_in_place_of_equal_size_is_seen(tmp_path: Path, restored: bool) -> None:
    path = large(tmp_path / "a")
    hashes = Hashes(tmp_path / "memory.json")
    hashes(path)
    hashes.save()
    status = path.stat()
    time.sleep(0.02)  # ctime moves in ticks of the kernel's clock
    with path.open("r+b") as stream:
        stream.write(b"b")
    if restored:
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
        assert path.stat().st_mtime_ns == status.st_mtime_ns
    assert Hashes(tmp_path / "memory.json")(path) == truth(path)


@pytest.mark.usefixtures("settled")
def test_a_moved_mtime_costs_no_second_reading(tmp_path: Path, read: list[str]) -> None:
    path = large(tmp_path / "a")
    hashes = Hashes(tmp_path / "memory.json")
    hashes(path)
    os.utime(path, ns=(0, 12345))
    hashes.moved(path)
    hashes.save()
    assert Hashes(tmp_path / "memory.json")(path) == truth(path)
    assert read == ["a"]


@pytest.mark.usefixtures("settled")
def test_a_file_put_in_place_before_its_mtime_was_moved_is_read_again(tmp_path: Path) -> None:
    path = large(tmp_path / "a")
    hashes = Hashes(tmp_path / "memory.json")
    hashes(path)
    large(tmp_path / "other", b"b").replace(path)
    os.utime(path, ns=(0, 12345))
    hashes.moved(path)
    hashes.save()
    assert Hashes(tmp_path / "memory.json")(path) == truth(path)


@pytest.mark.usefixtures("settled")
def test_files_that_are_gone_are_forgotten(tmp_path: Path) -> None:
    paths = [large(tmp_path / "a"), large(tmp_path / "b")]
    hashes = Hashes(tmp_path / "memory.json")
    for path in paths:
        hashes(path)
    paths[0].unlink()
    hashes.save()
    assert list(json.loads((tmp_path / "memory.json").read_text())) == [str(paths[1])]
    assert {p.name for p in tmp_path.iterdir()} == {"b", "memory.json"}


DAMAGED = [
    b"",
    b"{",
    b"\xff\xfe",
    b"[]",
    b"3",
    b'{"PATH": 5}',
    b'{"PATH": {}}',
    b'{"PATH": []}',
    b'{"PATH": [[1, 2, 3, 4]]}',
    b'{"PATH": [["x", 2, 3, 4], "SHA"]}',
    b'{"PATH": [[Infinity, 2, 3, 4], "SHA"]}',
    b'{"PATH": [[1, 2, 3], "SHA"]}',
    b'{"PATH": [5, "SHA"]}',
    b'{"PATH": [KEY, 7]}',
    b'{"PATH": [KEY, "zz"]}',
    b'{"PATH": [KEY, ""]}',
]


@pytest.mark.parametrize("content", DAMAGED)
def test_a_damaged_memory_costs_time_and_nothing_else(tmp_path: Path, content: bytes) -> None:
    path = large(tmp_path / "a")
    s = path.stat()
    key = json.dumps([s.st_size, s.st_mtime_ns, s.st_ctime_ns, s.st_ino]).encode()
    for old, new in ((b"PATH", bytes(path)), (b"KEY", key), (b"SHA", b"0" * 64)):
        content = content.replace(old, new)
    (tmp_path / "memory.json").write_bytes(content)
    hashes = Hashes(tmp_path / "memory.json")
    assert hashes(path) == truth(path)
    hashes.save()
    assert isinstance(json.loads((tmp_path / "memory.json").read_text()), dict)
