"""The step asks Snakemake for a repetition, below its output root, and reads the metrics."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from compsparse.replication import replicate
from compsparse.replication.errors import ReplicationError
from workflow_engine.nested_run import CORES

MEASURED = {"value": 1.5, "low": 1.0, "high": 2.0, "n": 4}
FILE = "toy/tables/toy_curve.metrics.json"


def params(out: Path) -> dict[str, Any]:
    """Return the parameters of the step."""
    made = {"root_seed": 7, "files": [FILE], "made_by": "a"}
    return {"study": "toy", "scale": "smoke", **made, "out": out}


def test_the_study_is_repeated_with_the_rules_cores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def snakemake(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        asked.append(command[1:])
        target = Path(command[4])
        target.parent.mkdir(parents=True)
        target.write_text(json.dumps({"toy_curve": {"slope": MEASURED}}))
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", snakemake)
    monkeypatch.setenv(CORES, "3")
    metrics = replicate.run({}, **params(tmp_path))["metrics"]
    assert metrics == {"toy_curve": {"slope": MEASURED}}
    root = tmp_path / ".scratch/smoke-seed7"
    assert [" ".join(words) for words in asked] == [
        f"-P -m snakemake {root}/{FILE} --cores 3 --config scale=smoke root_seed=7 out={root}"
    ]


def test_a_failed_repetition_names_seed_code_and_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = subprocess.CompletedProcess([], 3)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(ReplicationError, match=r"toy at root seed 7: .* ended with 3.*smoke-seed7"):
        replicate.run({}, **params(tmp_path))
