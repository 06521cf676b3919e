"""Start a server for each step when its first job comes: ``... activation FOLDER STEP ...``.

Steps need different libraries: with a server each, jobs of one step run while another's server
still loads, and a fork copies the memory map of no library that its job does not use. This process
listens for all steps and loads nothing; the first word for a step makes it fork that step's server,
which takes over the listening socket.
"""

import contextlib
import os
import selectors
import signal
import socket
import sys
import traceback
from pathlib import Path
from typing import NoReturn

from compsparse.job_server.server import Server


def _serve(listener: socket.socket) -> NoReturn:
    """Be the server of one step, in a forked process, and end with it."""
    code = 1
    try:
        Server(listener).serve()
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)  # the sockets' files belong to the process that forked this one


def _activate(listeners: list[socket.socket]) -> list[int]:
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
                    _serve(key.fileobj)
                key.fileobj.close()
                servers.append(process)


def _main(folder: Path, steps: list[str]) -> None:
    # signals to all are for the process that started this one: a server that dies alone leaves jobs
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    with contextlib.ExitStack() as stack:
        listeners = []
        for step in steps:
            listener = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
            listener.bind(str(folder / step))
            listener.listen(128)
            listeners.append(listener)
        print("ready", flush=True)
        for server in _activate(listeners):
            os.waitpid(server, 0)
    for step in steps:
        (folder / step).unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        folder.rmdir()  # who made it may have been killed


if __name__ == "__main__":
    _main(Path(sys.argv[1]), sys.argv[2:])
