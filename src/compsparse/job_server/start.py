"""Start the servers of a run."""

import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from compsparse.job_server.client import END, VARIABLE
from compsparse.provenance.job import Job


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
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
                connection.connect(f"{self.folder.name}/{step}")
                connection.sendall(json.dumps(texts).encode() + END)

    def stop(self) -> None:
        """End the servers and the jobs that they still run."""
        os.environ.pop(VARIABLE, None)
        self.process.communicate()
        self.folder.cleanup()


def start(environment: Mapping[str, str], steps: Iterable[str]) -> StartedServers | None:
    """Start a server for each step and let jobs find them.

    Args:
        environment: variables that must be set before numerical libraries are loaded.
        steps: names of all steps that may be asked for.

    Returns:
        The servers, or None where forking loaded libraries is not safe.
    """
    if sys.platform != "linux":
        return None
    # not under the output root: a socket's path has about 100 characters at most
    folder = tempfile.TemporaryDirectory(prefix="compsparse-")
    process = subprocess.Popen(
        [sys.executable, "-m", "compsparse.job_server.activation", folder.name, *steps],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | dict(environment),
    )
    if process.stdout is None or process.stdout.readline() != b"ready\n":
        process.communicate()
        folder.cleanup()
        return None
    os.environ[VARIABLE] = folder.name
    return StartedServers(process, folder)
