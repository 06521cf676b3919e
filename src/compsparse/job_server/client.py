"""Do a job in a fork of the run's server: ``python -m compsparse.job_server.client OUT JOB``.

This is what rules start, once for every job, so it imports next to nothing.
"""

import json
import os
import socket
import sys

from compsparse.job_server.address import END, VARIABLE


def ask(out: str, job: str) -> int | None:
    """Let the server run a job, given as JSON; return the exit code.

    None means that there is no server that takes the job; the caller then runs it itself. A server
    that took it and ended took the job along: its run is over, so that is a failure.
    """
    path = os.environ.get(VARIABLE)
    if path is None:
        return None
    folder = os.getcwd()  # noqa: PTH109 - importing pathlib would double the time this takes
    request = json.dumps({"folder": folder, "out": out, "job": job}).encode() + END
    sys.stdout.flush()
    sys.stderr.flush()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        try:
            connection.connect(path)
            streams = [sys.stdout.fileno(), sys.stderr.fileno()]
            sent = socket.send_fds(connection, [request], streams)
            connection.sendall(request[sent:])
        except OSError:
            return None
        answer = connection.recv(16)
    if not answer:
        print("The run's job server ended before this job; start snakemake again.", file=sys.stderr)
        return 1
    return int(answer)


def main(out: str, job: str) -> int:
    """Let the server run a job, or run it here; return the exit code."""
    code = ask(out, job)
    if code is None:
        from compsparse.cli import main as compsparse

        return compsparse(["run", "--out", out, "--job", job])
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
