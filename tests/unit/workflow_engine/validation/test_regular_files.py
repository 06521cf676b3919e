"""A thing that is no regular file is refused by name, at once; a file is read as it is."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from workflow_engine.validation import regular_files
from workflow_engine.validation.regular_files import (
    NotRegularError,
    open_regular,
    read_regular,
    read_text,
)


@pytest.fixture
def strange(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with one of each, and the current folder: names of sockets must be short."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("content\n")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "loop").symlink_to("loop")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "to a pipe").symlink_to("pipe")
    (tmp_path / "to a device").symlink_to("/dev/zero")
    with (tmp_path / "hole").open("wb") as stream:
        stream.write(b"x" * 4096)
        stream.truncate(10**12)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind("socket")
        yield tmp_path


STRANGE = [
    ("folder", "a folder"),
    ("link", "a symbolic link"),
    ("loop", "a symbolic link"),
    ("pipe", "a named pipe"),
    ("to a device", "a symbolic link"),
    ("socket", "a socket"),
]
STRANGE_THROUGH_LINKS = [
    ("folder", "a folder"),
    ("loop", "a symbolic link that leads in a circle"),
    ("pipe", "a named pipe"),
    ("to a pipe", "a named pipe"),
    ("to a device", "a device"),
    ("socket", "a socket"),
]


@pytest.mark.parametrize(("name", "what"), STRANGE)
def test_what_is_no_regular_file_is_refused(strange: Path, name: str, what: str) -> None:
    with pytest.raises(NotRegularError) as error:
        open_regular(strange / name)
    assert str(error.value) == f"{strange / name} is {what}"


@pytest.mark.parametrize(("name", "what"), STRANGE_THROUGH_LINKS)
def test_behind_links_only_regular_files_are_read(strange: Path, name: str, what: str) -> None:
    with pytest.raises(NotRegularError) as error:
        read_text(strange / name)
    assert str(error.value) == f"{strange / name} is {what}"


def test_a_file_is_read_through_links_only_where_that_was_asked_for(strange: Path) -> None:
    assert read_regular(strange / "file") == b"content\n"
    assert read_regular(strange / "link", through_links=True) == b"content\n"
    assert read_text(strange / "link") == "content\n"


def test_a_file_that_is_mostly_hole_is_refused(strange: Path) -> None:
    with pytest.raises(NotRegularError, match=r"claims 1e\+03 GB, of which 4\.1 kB are stored"):
        read_regular(strange / "hole")


def test_a_file_system_that_cannot_tell_holes_is_believed(
    strange: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_holes(descriptor: int, position: int, how: int) -> int:
        if how != os.SEEK_SET:
            raise OSError(22, "Invalid argument")
        return 0

    monkeypatch.setattr(regular_files.os, "lseek", no_holes)
    with pytest.raises(NotRegularError, match=r"of which 4\.1 kB are stored"):
        read_regular(strange / "hole")


def test_a_file_that_its_file_system_compresses_is_no_hole(
    strange: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def all_data(descriptor: int, position: int, how: int) -> int:
        return {os.SEEK_DATA: position, os.SEEK_HOLE: 10**12, os.SEEK_SET: 0}[how]

    monkeypatch.setattr(regular_files.os, "lseek", all_data)
    open_regular(strange / "hole").close()


def test_a_text_has_a_limit(strange: Path) -> None:
    (strange / "long").write_bytes(b"x" * ((1 << 20) + 1))
    assert len(read_text(strange / "long", limit=(1 << 20) + 1)) == (1 << 20) + 1
    with pytest.raises(NotRegularError, match="has more than 1 MiB, which is the limit here"):
        read_text(strange / "long", limit=1 << 20)


def test_what_is_missing_or_unreadable_is_told_by_the_system(
    strange: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(FileNotFoundError):
        open_regular(strange / "nothing")

    def refuse(path: object, flags: int) -> int:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(regular_files.os, "open", refuse)
    with pytest.raises(PermissionError):
        open_regular(strange / "file")
