"""Start a server for each step when its first job comes: ``... activation FOLDER STEP ...``.

Steps need different libraries: with a server each, jobs of one step run while another's server
still loads, and a fork copies the memory map of no library that its job does not use. This process
listens for all steps; the first word for a step makes it fork that step's server, which takes over
the listening socket. It reads one line from its standard input, a JSON list of jobs as JSON that
may be expected, and loads what steps of several of them need: once, and while Snakemake still makes
its graph. Without any it loads nothing.
"""

import contextlib
import json
import os
import selectors
import signal
import socket
import sys
import traceback
from pathlib import Path
from typing import NoReturn

from workflow_engine.job_server.preparation import Preparation, keep_freed_memory
from workflow_engine.job_server.server import Server
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.project import Project


def _serve(listener: socket.socket, prepared: Preparation | None) -> NoReturn:
    """Be the server of one step, in a forked process, and end with it."""
    code = 1
    try:
        Server(listener, prepared or Preparation(Project.find())).serve()
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)  # the sockets' files belong to the process that forked this one


def _prepared(expected: list[str]) -> Preparation | None:
    """Return what the steps of these jobs have in common; None where nothing is expected."""
    try:
        preparation = Preparation(Project.find())
        preparation.prepare_shared(map(Job.from_json, expected))
    except Exception:
        # each server will meet it again, and tell its clients
        return None
    return preparation


def _first_line() -> bytes:
    """Read a line from the standard input, which servers watch to its end; nothing behind it."""
    line = b""
    while not line.endswith(b"\n"):
        part = os.read(sys.stdin.fileno(), 2**16)
        if not part:
            break
        line += part
    return line


def _activate(listeners: list[socket.socket], prepared: Preparation | None) -> list[int]:
    """Fork servers as they are needed until the standard input ends; return their process ids."""
    servers: list[int] = []
    with selectors.DefaultSelector() as selector:
        selector.register(sys.stdin.fileno(), selectors.EVENT_READ)
        for listener in listeners:
            selector.register(listener, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                if not isinstance(key.fileobj, socket.socket):
                    return servers
                selector.unregister(key.fileobj)
                process = os.fork()
                if process == 0:
                    selector.close()
                    for other in listeners:
                        if other is not key.fileobj:
                            other.close()
                    _serve(key.fileobj, prepared)
                key.fileobj.close()
                servers.append(process)


def _main(folder: Path, steps: list[str]) -> None:
    # signals to all are for the process that started this one: a server that dies alone leaves jobs
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    os.environ.pop("GLIBC_TUNABLES", None)  # read by the C library when this process started
    expected = json.loads(_first_line() or b"[]")
    keep_freed_memory()
    with contextlib.ExitStack() as stack:
        listeners = []
        for step in steps:
            listener = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
            listener.bind(str(folder / step))
            listener.listen(128)
            listeners.append(listener)
        print("ready", flush=True)
        prepared = _prepared(expected) if expected else None
        for server in _activate(listeners, prepared):
            os.waitpid(server, 0)
    for step in steps:
        (folder / step).unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        folder.rmdir()  # who made it may have been killed


if __name__ == "__main__":
    _main(Path(sys.argv[1]), sys.argv[2:])
