"""Do a job in a fork of a server: ``python -S -m compsparse.job_server.client STEP OUT JOB``.

This is what rules start, once for every job, so it imports next to nothing: no site packages
(``-S``), and the socket module's core only, since the whole of it doubles the time this takes.
"""

import array
import os
import sys
from _socket import AF_UNIX, SCM_RIGHTS, SOCK_STREAM, SOL_SOCKET, socket

from compsparse.job_server.address import END, KILLED, SEPARATOR, VARIABLE


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
    streams = array.array("i", [sys.stdout.fileno(), sys.stderr.fileno()])
    connection = socket(AF_UNIX, SOCK_STREAM)
    try:
        try:
            connection.connect(f"{servers}/{step}")
            sent = connection.sendmsg([request], [(SOL_SOCKET, SCM_RIGHTS, streams)])
            connection.sendall(request[sent:])
        except OSError:
            return None
        answer = connection.recv(16)
    finally:
        connection.close()
    if not answer:
        print("The run's job server ended before this job; start snakemake again.", file=sys.stderr)
        return 1
    code = int(answer)
    if code > KILLED:
        import json  # takes time that jobs which end well do not spend

        from compsparse.job_server.killed import killed

        described = json.loads(job)
        name = " ".join([described["study"], described["step"], *described["wildcards"].values()])
        print(killed(name, code - KILLED), file=sys.stderr)
    return code


def main(step: str, out: str, job: str) -> int:
    """Let the server run a job, or become the process that runs it; return the exit code."""
    code = ask(step, out, job)
    if code is None:
        command = [sys.executable, "-m", "compsparse", "run", "--out", out, "--job", job]
        os.execv(sys.executable, command)
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
