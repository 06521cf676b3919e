"""Do a job in a fork of a server: ``python -IBS client.py STEP OUT JOB``.

This is what rules start, once for every job, so it imports next to nothing: no site packages
(``-S``), not even the package that it stands in, and the socket module's core only, since the whole
of it doubles the time this takes. Nothing of the user's is imported either (``-I``).

The servers of a run listen in one folder, each at the name of its step. A client sends three parts,
separated by null bytes: its working directory, the output root and the job as JSON. Its output and
error streams are attached. It keeps the connection open; the server answers with the exit code in
decimal. Whoever starts the servers may first announce jobs, as one part: a JSON list of jobs as
JSON. The server then loads what they need before they come.
"""

import os
import sys
from _socket import AF_UNIX, SCM_RIGHTS, SOCK_STREAM, SOL_SOCKET, socket

VARIABLE = "COMPSPARSE_JOB_SERVER"  # environment variable: the folder
SEPARATOR = b"\0"
END = b"\0\n"  # no part begins with a new line
KILLED = 128  # the answer for a job that a signal ended is this plus its number, as in shells
_INTEGER = 4  # bytes, of a file descriptor


def ask(step: str, out: str, job: str) -> int | None:
    """Let the server of a step run a job, given as JSON; return the exit code.

    None means that there is no server that takes the job; the caller then runs it itself. A server
    that took it and ended took the job along: its run is over, so that is a failure.
    """
    servers = os.environ.get(VARIABLE)
    if servers is None:
        return None
    folder = os.getcwd()  # noqa: PTH109 - pathlib is slow to import
    request = SEPARATOR.join(part.encode() for part in (folder, out, job)) + END
    sys.stdout.flush()
    sys.stderr.flush()
    numbers = (sys.stdout.fileno(), sys.stderr.fileno())
    streams = b"".join(number.to_bytes(_INTEGER, sys.byteorder) for number in numbers)
    connection = socket(AF_UNIX, SOCK_STREAM)
    try:
        try:
            connection.connect(f"{servers}/{step}")
            sent = connection.sendmsg([request], [(SOL_SOCKET, SCM_RIGHTS, streams)])
            if rest := request[sent:]:  # nothing cannot be sent to a server that has ended
                connection.sendall(rest)
        except OSError:
            return None
        try:
            answer = connection.recv(16)
        except OSError:  # the kernel's word for a server that ended with the request unread
            answer = b""
    finally:
        connection.close()
    if not answer:
        print("The run's job server ended before this job; start snakemake again.", file=sys.stderr)
        return 1
    code = int(answer)
    if code > KILLED:
        import json  # takes time that jobs which end well do not spend

        _find_the_package()
        from workflow_engine.job_server.killed import killed

        described = json.loads(job)
        name = " ".join([described["study"], described["step"], *described["wildcards"].values()])
        print(killed(name, code - KILLED), file=sys.stderr)
    return code


def main(step: str, out: str, job: str) -> int:
    """Let the server run a job, or become the process that runs it; return the exit code."""
    code = ask(step, out, job)
    if code is None:
        root = _find_the_package()
        from pathlib import Path

        from workflow_engine.isolation import job_command, job_environment

        command = job_command(Path(root), "compsparse", "run", "--out", out, "--job", job)
        os.execve(sys.executable, command, job_environment(os.environ, Path(root)))
    return code


def _find_the_package() -> str:
    """Make the packages importable, behind Python's modules; return the root of the project."""
    source = __file__.rpartition("/workflow_engine/job_server/")[0]
    sys.path.append(source)
    return source.rpartition("/")[0]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
