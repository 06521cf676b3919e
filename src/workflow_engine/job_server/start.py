"""Start the servers of a run."""

import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from workflow_engine.isolation import job_command
from workflow_engine.job_server.client import END, VARIABLE
from workflow_engine.provenance.job import Job

_LONGEST = 107  # bytes in the path of a socket, by Linux
# Forks copy the heap's map, and jobs its pages, at less cost where its pages are large. Only
# the process that starts can be told so; it hands the variable to no job.
_LARGE_PAGES = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}


@dataclass(frozen=True)
class StartedServers:
    """Servers that run; they end when ``process`` loses its standard input."""

    process: "subprocess.Popen[bytes]"
    folder: "tempfile.TemporaryDirectory[str]"

    def announce(self, jobs: Iterable[Job]) -> None:
        """Say which jobs will come: their libraries are loaded while the caller goes on."""
        by_step: dict[str, list[str]] = {}
        for job in jobs:
            by_step.setdefault(job.step, []).append(job.to_json())
        for step, texts in by_step.items():
            # a server that has ended is no error: its jobs run in processes of their own
            with (
                contextlib.suppress(OSError),
                socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection,
            ):
                connection.connect(f"{self.folder.name}/{step}")
                connection.sendall(json.dumps(texts).encode() + END)

    def stop(self) -> None:
        """End the servers and the jobs that they still run."""
        os.environ.pop(VARIABLE, None)
        self.process.communicate()
        self.folder.cleanup()


def start(
    root: Path,
    environment: Mapping[str, str],
    steps: Collection[str],
    expected: Iterable[Job] = (),
) -> StartedServers | None:
    """Start a server for each step and let jobs find them.

    Args:
        root: of the project whose code the servers run.
        environment: all environment variables of the jobs.
        steps: names of all steps that may be asked for.
        expected: jobs that will probably come: what several of their steps need is loaded at once.

    Returns:
        The servers, or None where forking loaded libraries is not safe, or no folder for the
        servers' sockets is to be had; jobs then run in processes of their own.
    """
    folder = _folder(steps) if sys.platform == "linux" else None
    if folder is None:
        return None
    process = subprocess.Popen(
        job_command(root, "workflow_engine.job_server.activation", folder.name, *steps),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**environment, **_LARGE_PAGES},
    )
    line = json.dumps([job.to_json() for job in expected]).encode() + b"\n"
    if not _is_ready(process, line):
        process.communicate()
        folder.cleanup()
        return None
    os.environ[VARIABLE] = folder.name
    return StartedServers(process, folder)


def _is_ready(process: "subprocess.Popen[bytes]", line: bytes) -> bool:
    """Send the first line; say whether the process listens."""
    if process.stdin is None or process.stdout is None:
        return False
    try:
        process.stdin.write(line)
        process.stdin.flush()
    except OSError:
        return False  # it ended
    return process.stdout.readline() == b"ready\n"


def _folder(steps: Collection[str]) -> "tempfile.TemporaryDirectory[str] | None":
    """Make a folder in which a socket can have the name of each step; None where there is none.

    It is not under the output root, whose path may be long; so may that of TMPDIR.
    """
    longest = max((len(os.fsencode(step)) for step in steps), default=0)
    for place in (None, os.environ.get("XDG_RUNTIME_DIR"), "/tmp", "/var/tmp"):
        try:
            folder = tempfile.TemporaryDirectory(prefix="compsparse-", dir=place)
        except OSError:
            continue
        if len(os.fsencode(folder.name)) + 1 + longest <= _LONGEST:
            return folder
        folder.cleanup()
    return None
