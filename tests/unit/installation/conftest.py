"""Locks and interpreters that are made up."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

Write = Callable[[str, str], Path]


@pytest.fixture
def program(tmp_path: Path) -> Write:
    """Write an executable shell script into tmp_path/bin."""
    folder = tmp_path / "bin"
    folder.mkdir()

    def write(name: str, text: str) -> Path:
        path = folder / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    return write


@pytest.fixture
def only_here(tmp_path: Path) -> dict[str, str]:
    """The environment of a machine whose interpreters all lie in tmp_path/bin."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("bash", "env", "dirname", "sed", "mktemp", "rm", "grep", "head", "uname", "cat"):
        found = next(Path(p) / name for p in os.defpath.split(":") if (Path(p) / name).exists())
        (tools / name).symlink_to(found)
    return {"PATH": f"{tmp_path / 'bin'}:{tools}", "HOME": str(tmp_path)}
