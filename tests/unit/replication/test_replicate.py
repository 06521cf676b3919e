"""The step asks Snakemake for each repetition, below its output root, and reads the verdicts."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from compsparse.claims.judged import JudgedClaim
from compsparse.replication import replicate
from compsparse.replication.errors import ReplicationError
from workflow_engine.nested_run import CORES

PARAMS = {"study": "toy", "scale": "smoke", "root_seed": 0, "repeated": {"1": "a", "7": "b"}}


@pytest.fixture
def claims(tmp_path: Path, claim: Callable[..., JudgedClaim]) -> Path:
    """The verdicts of the run."""
    path = tmp_path / "out/toy/claims.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps([claim().row()]))
    return path


def test_each_seed_is_repeated_with_the_rules_cores(
    claims: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def snakemake(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        asked.append(command[1:])
        target = Path(command[4])
        target.parent.mkdir(parents=True)
        target.write_text(claims.read_text().replace("holds", "fails"))
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", snakemake)
    monkeypatch.setenv(CORES, "3")
    table = replicate.run({"claims": claims}, **PARAMS)["table"]
    assert isinstance(table, pd.DataFrame)
    assert table[["root_seed", "verdict", "same"]].values.tolist() == [
        [1, "fails", False],
        [7, "fails", False],
    ]
    scratch = claims.parents[1] / ".scratch"
    assert [" ".join(words) for words in asked] == [
        f"-P -m snakemake {scratch}/smoke-seed{seed}/toy/claims.json --cores 3 "
        f"--config scale=smoke root_seed={seed} out={scratch}/smoke-seed{seed}"
        for seed in (1, 7)
    ]


def test_a_failed_repetition_names_seed_code_and_place(
    claims: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = subprocess.CompletedProcess([], 3)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(ReplicationError, match=r"toy at root seed 1: .* ended with 3.*smoke-seed1"):
        replicate.run({"claims": claims}, **PARAMS)
