"""What a partition of Slurm has: the most that a job may ask for."""

import math
import shutil
import subprocess

from workflow_engine.costs.requests import Limits


def limits_of_slurm(partition: str | None) -> Limits:
    """Return what a partition allows, the default one unless named; no limits if nobody says.

    Nodes differ: the largest memory is that of the largest node.
    """
    if shutil.which("sinfo") is None:
        return Limits()
    asked = [] if partition is None else [f"--partition={partition}"]
    said = subprocess.run(
        ["sinfo", "--noheader", "--exact", "--format=%P|%m|%l", *asked],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    ).stdout
    rows = [line.strip().split("|") for line in said.splitlines() if line.count("|") == 2]
    default = [row for row in rows if row[0].endswith("*")]  # Slurm's sign for it
    rows = rows if partition is not None or not default else default
    if not rows:
        return Limits()
    return Limits(
        max(_megabytes(memory) for _, memory, _ in rows), max(_minutes(time) for *_, time in rows)
    )


def _megabytes(text: str) -> float:
    number = text.rstrip("+")
    # 1 is Slurm's word for a node whose memory nobody told it
    return float(number) if number.isdigit() and int(number) > 1 else math.inf


def _minutes(text: str) -> float:
    """Return the minutes of Slurm's [days-][hours:]minutes:seconds, or infinity for words."""
    days, _, clock = text.rpartition("-")
    parts = clock.split(":")
    if not all(part.isdigit() for part in parts):
        return math.inf
    hours, minutes, _ = [0] * (3 - len(parts)) + [int(part) for part in parts]
    return float(int(days or 0) * 1440 + hours * 60 + minutes)
