"""Start the server of a run."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from compsparse.job_server.address import VARIABLE


@dataclass(frozen=True)
class StartedServer:
    """A running server; it ends when ``process`` loses its standard input, or with this process."""

    process: "subprocess.Popen[bytes]"
    folder: "tempfile.TemporaryDirectory[str]"

    def stop(self) -> None:
        """End the server and the jobs that it still runs."""
        os.environ.pop(VARIABLE, None)
        self.process.communicate()
        self.folder.cleanup()


def start(environment: Mapping[str, str]) -> StartedServer | None:
    """Start a server and let jobs find it; None where forking loaded libraries is not safe.

    Args:
        environment: variables that must be set before numerical libraries are loaded.
    """
    if sys.platform != "linux":
        return None
    # not under the output root: a socket's path has about 100 characters at most
    folder = tempfile.TemporaryDirectory(prefix="compsparse-")
    path = Path(folder.name) / "jobs"
    process = subprocess.Popen(
        [sys.executable, "-m", "compsparse.job_server.server", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | dict(environment),
    )
    if process.stdout is None or process.stdout.readline() != b"ready\n":
        process.communicate()
        folder.cleanup()
        return None
    os.environ[VARIABLE] = str(path)
    return StartedServer(process, folder)
