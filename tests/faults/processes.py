"""The processes of a run: who is whose child, and what each one is."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

VICTIMS = ("snakemake", "dvc", "starter", "server", "client", "step", "all")


@dataclass(frozen=True)
class Process:
    """A process below the command that was started.

    Attributes:
        number: process id.
        kind: one of ``VICTIMS`` but ``all``, or ``other`` (shells, git).
    """

    number: int
    kind: str


def family(root: int) -> list[Process]:
    """Return a process and all that descend from it, as they are now."""
    children: dict[int, list[int]] = {}
    for number, parent in _parents():
        children.setdefault(parent, []).append(number)
    found: list[Process] = []
    waiting = [(root, "other")]
    while waiting:
        number, above = waiting.pop()
        kind = _kind(number, above)
        found.append(Process(number, kind))
        waiting += [(child, kind) for child in children.get(number, [])]
    return found


def _parents() -> Iterator[tuple[int, int]]:
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError, ValueError):
                # the name in parentheses may hold spaces
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                yield int(folder.name), int(fields[1])


def _kind(number: int, above: str) -> str:
    try:
        words = Path("/proc", str(number), "cmdline").read_bytes().decode().split("\0")
    except OSError:
        return "other"
    if "compsparse.job_server.activation" in words:
        # forks have the command line of the process that they were forked from
        return {"starter": "server", "server": "step", "step": "other"}.get(above, "starter")
    if any(word.endswith("compsparse/job_server/client.py") for word in words[:3]):
        return "client"
    for kind in ("snakemake", "dvc"):
        if any(Path(word).name == kind for word in words[:2]):
            return kind
    return "other"


def kill(processes: list[Process]) -> bool:
    """Kill processes; say whether one of them still lived."""
    hit = False
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process.number, signal.SIGKILL)
            hit = True
    return hit


def eventually(condition: Callable[[], bool], seconds: float) -> bool:
    """Ask again and again until a condition holds; say whether it ever did."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.002)
    return True


def gone(process: Process) -> bool:
    """Say whether a process has ended (one that nobody waited for has)."""
    try:
        state = Path("/proc", str(process.number), "stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state == "Z"
