"""Which files git has, whoever the checkout belongs to."""

import subprocess
from pathlib import Path

import pytest

from workflow_engine.provenance.kept_by_git import kept_by_git


@pytest.mark.parametrize("foreign", ["0", "1"], ids=["one's own", "another user's"])
def test_the_files_that_git_has_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, foreign: str
) -> None:
    results = tmp_path / "results"
    (results / "toy").mkdir(parents=True)
    for name in ("a.csv", "b.csv"):
        (results / "toy" / name).write_text(name)
    for command in (["init", "-q"], ["add", "results/toy/a.csv"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", foreign)
    assert kept_by_git(tmp_path, results) == {"toy/a.csv"}
