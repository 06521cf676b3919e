"""The note of what a run ran on."""

import json
import os
import platform
import sys
from pathlib import Path

import pytest

from workflow_engine.provenance.manifest import interpreter_text, write_manifest

MANIFEST = ".manifest.json"


def test_the_interpreter_the_machine_and_the_packages_are_named(tmp_path: Path) -> None:
    write_manifest(tmp_path, "A Processor")
    found = json.loads((tmp_path / MANIFEST).read_text())
    assert found["processor"] == "A Processor"
    assert found["machine"] == platform.machine()
    assert any(package.startswith("numpy-") for package in found["packages"])
    python = found["python"]
    assert python["version"] == platform.python_version()
    assert python["executable"] == sys.executable
    assert python["installed_as"] in ("conda environment", "system", "virtual environment")
    assert python.keys() >= {"implementation", "build", "compiler"}


def test_the_interpreter_is_told_in_a_few_words(tmp_path: Path) -> None:
    write_manifest(tmp_path, "")
    implementation, version = platform.python_implementation(), platform.python_version()
    words = f"{implementation} {version} ({platform.python_compiler()})"
    assert interpreter_text(tmp_path) == words


FORGED = {"python": {"implementation": "a\nEQUAL", "version": "1", "compiler": "c"}}


@pytest.mark.parametrize(
    "content",
    [
        None,
        "",
        "{",
        "[]",
        "null",
        '{"python": "3.11.2 (main)"}',
        '{"python": {}}',
        "\xff",
        json.dumps(FORGED),
    ],
)
def test_a_manifest_that_is_missing_older_or_damaged_says_nothing(
    tmp_path: Path, content: str | None
) -> None:
    if content is not None:
        (tmp_path / MANIFEST).write_bytes(content.encode("latin-1"))
    assert interpreter_text(tmp_path) is None


def test_a_pipe_in_its_place_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / MANIFEST)
    assert interpreter_text(tmp_path) is None


@pytest.mark.parametrize(
    ("prefix", "base", "conda", "words"),
    [
        ("v", "b", False, "virtual environment"),
        ("b", "b", False, "system"),
        ("c", "c", True, "conda environment"),
    ],
)
def test_how_python_was_installed_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, prefix: str, base: str, conda: bool, words: str
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path / prefix))
    monkeypatch.setattr(sys, "base_prefix", str(tmp_path / base))
    if conda:
        (tmp_path / prefix / "conda-meta").mkdir(parents=True)
    write_manifest(tmp_path, "")
    assert json.loads((tmp_path / MANIFEST).read_text())["python"]["installed_as"] == words
