"""Commands of a project as forks of one process that has the engines' libraries in memory.

Most of a command's time is the import of Snakemake or DVC, and the tests start hundreds. A fork is
like a new process in all that the project sees: its own code, folder, variables, streams, exit
code. What is about processes themselves (signals, kills, variables that libraries read when they
are loaded) is tested on real ones.
"""

import json
import os
import socket
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

SCRIPTS = Path(sys.executable).parent
COMMANDS = ("snakemake", "dvc", "compsparse")
# what is read late, by the command; a library may read any other variable when it is loaded
_LATE = {"PATH", "PYTHONPATH", "PYTEST_CURRENT_TEST", "COLUMNS", "DVC_NO_ANALYTICS"}
_LATE |= {"PYTHONDONTWRITEBYTECODE"}

# what dvc starts is a fork too
_STAND_IN = """#!{python} -ISB
import sys
sys.path.insert(0, {folder!r})
from warm import Asked
sys.exit(Asked({socket!r}, [{script!r}, *sys.argv[1:]], (0, 1, 2)).code())
"""


class Asked:
    """A command that a server was asked for."""

    def __init__(
        self,
        server: str,
        command: Sequence[str],
        streams: tuple[int, int, int],
        folder: str = ".",
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(server)
        asked = {
            "command": list(command),
            "folder": str(Path(folder).absolute()),
            "environment": dict(environment),
        }
        socket.send_fds(self._socket, [json.dumps(asked).encode() + b"\n"], list(streams))
        self._answers = self._socket.makefile()
        self.pid = int(self._answers.readline())

    def code(self) -> int:
        """Wait for the end; return the exit code, negative for a signal."""
        with self._socket, self._answers:
            return int(self._answers.readline())


class Server:
    """The process that forks; it ends with this one."""

    def __init__(self) -> None:
        import subprocess
        import tempfile

        # the path of a socket must be short
        self._folder = tempfile.TemporaryDirectory(prefix="warm-", dir="/tmp")
        self._socket = f"{self._folder.name}/socket"
        for name in ("snakemake", "compsparse"):
            stand_in = Path(self._folder.name, name)
            stand_in.write_text(
                _STAND_IN.format(
                    python=sys.executable,
                    folder=str(Path(__file__).parent),
                    socket=self._socket,
                    script=str(SCRIPTS / name),
                )
            )
            stand_in.chmod(0o755)
        self.process = subprocess.Popen(
            [sys.executable, "-B", str(Path(__file__).with_name("warm_server.py")), self._socket],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=_VARIABLES | {"PATH": os.environ["PATH"]},
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == b"ready\n"

    def run(
        self, command: Sequence[str], folder: Path, environment: Mapping[str, str], timeout: float
    ) -> tuple[int, str]:
        """Run a command; return its exit code and what it printed, both streams joined."""
        import select
        import signal
        import time

        environment = dict(environment)
        environment["PATH"] = f"{self._folder.name}{os.pathsep}{environment['PATH']}"
        reading, writing = os.pipe()
        nothing = os.open(os.devnull, os.O_RDONLY)
        try:
            script = [str(SCRIPTS / command[0]), *command[1:]]
            streams = (nothing, writing, writing)
            asked = Asked(self._socket, script, streams, str(folder), environment)
            os.close(writing)
            said, deadline = b"", time.monotonic() + timeout
            while True:
                if not select.select([reading], [], [], max(0, deadline - time.monotonic()))[0]:
                    os.kill(asked.pid, signal.SIGKILL)
                    raise AssertionError(f"{' '.join(command)}: {timeout} s are over\n{said!r}")
                part = os.read(reading, 1 << 16)
                if not part:
                    break
                said += part
            return asked.code(), said.decode().replace("\r\n", "\n").replace("\r", "\n")
        finally:
            os.close(reading)
            os.close(nothing)


def _early(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name not in _LATE}


_VARIABLES = _early(os.environ)  # before any test changes one


@cache
def _server() -> Server:
    return Server()


def server_for(command: str, environment: Mapping[str, str], source: Path) -> Server | None:
    """Return who can fork a command of a project; None where it must be a new process.

    Args:
        command: its first word.
        environment: all its variables.
        source: the only folder that may stand before the installed modules.
    """
    usual = (
        sys.platform == "linux"
        and command in COMMANDS
        and environment["PYTHONPATH"] == str(source)
        and environment["PATH"].startswith(f"{SCRIPTS}{os.pathsep}")
        and _early(environment) == _VARIABLES
    )
    return _server() if usual else None
