"""Snakemake is asked for just what a job needs, and its exit code comes back."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from workflow_engine.nested_run import CORES, run_nested, seed_root, world_root


@pytest.mark.parametrize(("cores", "asked"), [("3", "3"), (None, "all")])
def test_all_that_is_given_reaches_snakemake_and_its_code_comes_back(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cores: str | None, asked: str
) -> None:
    calls: list[tuple[list[str], dict[str, Any]]] = []

    def snakemake(command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        calls.append((command, options))
        return subprocess.CompletedProcess(command, 7)

    monkeypatch.setattr(subprocess, "run", snakemake)
    monkeypatch.delenv(CORES, raising=False)
    if cores:
        monkeypatch.setenv(CORES, cores)
    root, files = tmp_path / "out", ["toy/a.json", "toy/b.json"]
    code = run_nested(root, files, "smoke", 3, ["set=toy.a=1;"], ["--keep-going"], tmp_path)
    assert code == 7
    ((command, options),) = calls
    assert command == [
        *(sys.executable, "-P", "-m", "snakemake", f"{root}/toy/a.json", f"{root}/toy/b.json"),
        *("--cores", asked, "--keep-going"),
        *("--config", "scale=smoke", "root_seed=3", f"out={root}", "set=toy.a=1;"),
    ]
    # its words go to the log of the job, and nothing can be asked of the user there
    assert (options["cwd"], options["stdout"], options["stdin"]) == (
        tmp_path,
        2,
        subprocess.DEVNULL,
    )


def test_roots_of_other_seeds_and_of_worlds_lie_apart(tmp_path: Path) -> None:
    roots = {
        seed_root(tmp_path, "smoke", 1),
        seed_root(tmp_path, "smoke", 2),
        seed_root(tmp_path, "paper", 1),
        world_root(tmp_path, "smoke", "toy", "flat"),
        world_root(tmp_path, "smoke", "toy", "tall"),
        world_root(tmp_path, "smoke", "other", "flat"),
        world_root(tmp_path, "paper", "toy", "flat"),
    }
    assert len(roots) == 7
    assert {root.parent for root in roots} == {tmp_path / ".scratch"}
