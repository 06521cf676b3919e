"""What a partition has is asked of Slurm, in Slurm's own ways to write it."""

import math
from pathlib import Path

import pytest

from workflow_engine.costs.partition import limits_of_slurm
from workflow_engine.costs.requests import Limits

SAID = """\
short|64000|30:00
main*|16000|1-12:30:00
main*|256000+|1-12:30:00
"""


@pytest.fixture
def sinfo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program in the place of Slurm's that prints a text; it notes how it was called."""
    program = tmp_path / "sinfo"
    program.write_text(f'#!/bin/sh\necho "$@" >{tmp_path}/called\ncat {tmp_path}/said\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return tmp_path


def test_the_default_partition_gives_the_largest_of_its_nodes(sinfo: Path) -> None:
    (sinfo / "said").write_text(SAID)
    assert limits_of_slurm(None) == Limits(256000.0, 36 * 60 + 30.0)
    assert "--partition" not in (sinfo / "called").read_text()


def test_a_named_partition_is_asked_for(sinfo: Path) -> None:
    (sinfo / "said").write_text("short|64000|30:00\n")
    assert limits_of_slurm("short") == Limits(64000.0, 30.0)
    assert "--partition=short" in (sinfo / "called").read_text()


@pytest.mark.parametrize(
    ("line", "limits"),
    [
        ("main*|1|infinite", Limits()),
        ("main*|2000|2:00:00", Limits(2000.0, 120.0)),
        ("main|2000|n/a", Limits(2000.0, math.inf)),
        ("slurm_load_partitions: Unable to contact slurm controller", Limits()),
        ("", Limits()),
    ],
)
def test_what_slurm_does_not_know_limits_nothing(sinfo: Path, line: str, limits: Limits) -> None:
    (sinfo / "said").write_text(f"{line}\n")
    assert limits_of_slurm(None) == limits


def test_without_slurm_nothing_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert limits_of_slurm(None) == Limits()
