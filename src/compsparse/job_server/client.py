"""Ask the server of the run to do a job."""

import json
import os
import socket
import sys
from pathlib import Path

from compsparse.job_server.address import END, VARIABLE


def ask(out: Path, job: str) -> int | None:
    """Let the server run a job, given as JSON; return the exit code.

    None means that nobody did: there is no server, or it ended before the job did. The caller then
    runs the job itself, which is safe since a job leaves nothing behind until it is complete.
    """
    path = os.environ.get(VARIABLE)
    if path is None:
        return None
    request = json.dumps({"folder": str(Path.cwd()), "out": str(out), "job": job}).encode() + END
    sys.stdout.flush()
    sys.stderr.flush()
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.connect(path)
            streams = [sys.stdout.fileno(), sys.stderr.fileno()]
            sent = socket.send_fds(connection, [request], streams)
            connection.sendall(request[sent:])
            answer = connection.recv(16)
    except OSError:
        return None
    return int(answer) if answer else None
