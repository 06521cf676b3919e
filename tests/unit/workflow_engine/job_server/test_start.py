"""Where the sockets of servers lie: their paths have few characters."""

import os
import tempfile
from pathlib import Path

import pytest

from workflow_engine.job_server.start import _LONGEST, _folder


@pytest.fixture(autouse=True)
def forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tempfile look at TMPDIR again, after pytest itself has asked it."""
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)


def test_a_short_temporary_folder_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as short:
        monkeypatch.setenv("TMPDIR", short)
        folder = _folder(["train"])
        assert folder is not None
        assert Path(folder.name).parent == Path(short)
        folder.cleanup()


def test_a_long_one_is_left_for_a_shorter_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = tmp_path / ("l" * 100)
    long.mkdir()
    monkeypatch.setenv("TMPDIR", str(long))
    folder = _folder(["train", "evaluate"])
    assert folder is not None
    assert len(os.fsencode(f"{folder.name}/evaluate")) <= _LONGEST
    assert list(long.iterdir()) == []
    folder.cleanup()
    with tempfile.TemporaryDirectory(dir="/tmp") as runtime:
        monkeypatch.setenv("XDG_RUNTIME_DIR", runtime)
        folder = _folder(["train"])
        assert folder is not None
        assert Path(folder.name).parent == Path(runtime)
        folder.cleanup()


def test_where_no_path_is_short_enough_there_is_no_server() -> None:
    assert _folder(["s" * _LONGEST]) is None
