"""The processes of a run: who is whose child, and what each one is."""

import os
import re
import signal
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

VICTIMS = ("snakemake", "dvc", "starter", "server", "client", "step", "all")
GENTLE = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True)
class Process:
    """A process below the command that was started.

    Attributes:
        number: process id.
        kind: one of ``VICTIMS`` but ``all``, or ``other`` (shells, git).
        started: when, in ticks since the machine's start; numbers are given again.
    """

    number: int
    kind: str
    started: int


def family(root: int) -> list[Process]:
    """Return a process and all that descend from it, as they are now."""
    there = dict(_processes())
    children: dict[int, list[int]] = {}
    for number, about in there.items():
        children.setdefault(about.parent, []).append(number)
    found: list[Process] = []
    waiting = [(root, "other")] if root in there else []
    while waiting:
        number, above = waiting.pop()
        kind = _kind(number, above)
        found.append(Process(number, kind, there[number].started))
        waiting += [(child, kind) for child in children.get(number, [])]
    return found


@dataclass(frozen=True)
class _About:
    """What the kernel says of a process."""

    state: str
    parent: int
    started: int


def _processes() -> Iterator[tuple[int, _About]]:
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            about = _about(int(folder.name))
            if about is not None:
                yield int(folder.name), about


def _about(number: int) -> _About | None:
    """Return what the kernel says of the process that has a number now, if one has."""
    try:
        # the name in parentheses may hold spaces
        fields = Path("/proc", str(number), "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return _About(fields[0], int(fields[1]), int(fields[19]))


def _kind(number: int, above: str) -> str:
    try:
        words = Path("/proc", str(number), "cmdline").read_bytes().decode().split("\0")
    except OSError:
        return "other"
    if "workflow_engine.job_server.activation" in words:
        # forks have the command line of the process that they were forked from
        return {"starter": "server", "server": "step", "step": "other"}.get(above, "starter")
    if any(word.endswith("compsparse/job_server/client.py") for word in words[:3]):
        return "client"
    for kind in ("snakemake", "dvc"):
        if any(Path(word).name == kind for word in words[:2]):
            return kind
    return "other"


def kill(processes: list[Process], number: signal.Signals = signal.SIGKILL) -> bool:
    """Send processes a signal; say whether one of them still lived."""
    hit = False
    for process in processes:
        about = _about(process.number)
        if about is None or about.started != process.started:
            continue  # it has ended; another may have its number
        with suppress(ProcessLookupError):
            os.kill(process.number, number)
            hit = True
    return hit


def gone(process: Process) -> bool:
    """Say whether a process has ended (one that nobody waited for has)."""
    about = _about(process.number)
    return about is None or about.started != process.started or about.state == "Z"


def catches(process: Process) -> bool:
    """Say whether a process has handlers of its own for all of ``GENTLE``.

    Python has one for Ctrl-C from the start, Snakemake one for SIGTERM late; nobody but us has one
    for SIGHUP.
    """
    try:
        status = Path("/proc", str(process.number), "status").read_text()
    except OSError:
        return False
    mask = int(re.search(r"^SigCgt:\s*([0-9a-f]+)$", status, re.MULTILINE)[1], 16)
    return bool(mask & 1 << (signal.SIGHUP - 1))
