"""The process that forks a child for every job of one step, or for jobs of any.

It is single-threaded, since forking a process with threads is unsafe. It loads libraries when jobs
that need them are announced or asked for. It ends when its standard input is closed, which the
kernel does when the process that started the run dies, however it dies; then, and when a client
dies, it kills the jobs.
"""

import contextlib
import json
import os
import selectors
import signal
import socket
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from workflow_engine.costs.notes import write_note
from workflow_engine.job_server.client import END, KILLED, SEPARATOR
from workflow_engine.job_server.preparation import Preparation
from workflow_engine.provenance.job import Job
from workflow_engine.reporting import reported

_STREAMS = 2  # output and error


@dataclass(frozen=True)
class _Child:
    """A job under way: its process, the client that waits, and a pipe that ends when it does."""

    job: Job
    out: Path
    started: float
    process: int
    client: socket.socket
    pipe: int


class Server:
    """Serves jobs until the standard input ends."""

    def __init__(self, listener: socket.socket, preparation: Preparation) -> None:
        self._listener = listener
        self._selector = selectors.DefaultSelector()
        self._children: dict[int, _Child] = {}
        self._preparation = preparation

    def serve(self) -> None:
        """Run until the starter of this process is gone."""
        ended = False

        def end() -> None:
            nonlocal ended
            ended = True

        self._selector.register(sys.stdin.fileno(), selectors.EVENT_READ, end)
        self._selector.register(self._listener, selectors.EVENT_READ, self._accept)
        while not ended:
            for key, _ in self._selector.select():
                # an earlier event of the same round may have closed this one's file
                if key.fd in self._selector.get_map():
                    key.data()
        for child in self._children.values():
            _kill(child)

    def _accept(self) -> None:
        client, _ = self._listener.accept()
        received = _receive(client)
        if received is None:
            client.close()
            return
        parts, streams = received
        if not streams:
            client.close()
            for announced in json.loads(parts[0]):
                self._preparation.prepare(Job.from_json(announced))
            return
        folder, out, text = parts
        job = Job.from_json(text)
        self._preparation.prepare(job)
        ends, holds = os.pipe()
        started = time.monotonic()
        process = os.fork()
        if process == 0:
            self._listener.close()
            for other in self._children.values():
                other.client.close()
            _work(lambda: self._preparation.run(Path(out), job), folder, streams)
        for descriptor in (holds, *streams):
            os.close(descriptor)
        child = _Child(job, Path(folder, out), started, process, client, ends)
        self._children[process] = child
        self._selector.register(ends, selectors.EVENT_READ, self._on_end(child))
        self._selector.register(client, selectors.EVENT_READ, self._on_word(child))

    def _on_end(self, child: _Child) -> Callable[[], None]:
        def report() -> None:
            _, status, usage = os.wait4(child.process, 0)
            code = os.waitstatus_to_exitcode(status)
            if code == 0:
                write_note(child.out, child.job, usage, time.monotonic() - child.started)
            with contextlib.suppress(OSError):
                child.client.sendall(str(code if code >= 0 else KILLED - code).encode())
            for descriptor in (child.pipe, child.client):
                with contextlib.suppress(KeyError):
                    self._selector.unregister(descriptor)
            os.close(child.pipe)
            child.client.close()
            del self._children[child.process]

        return report

    def _on_word(self, child: _Child) -> Callable[[], None]:
        def abandon() -> None:
            # a client that lives says nothing after its request
            self._selector.unregister(child.client)
            _kill(child)

        return abandon


def _receive(client: socket.socket) -> tuple[list[str], list[int]] | None:
    """Return the request's parts and the client's streams; None where it is not complete."""
    text, streams = b"", []
    try:
        while not text.endswith(END):
            part, descriptors, _, _ = socket.recv_fds(client, 2**16, _STREAMS)
            streams += descriptors
            text += part
            if not part:
                break
    except OSError:
        text = b""
    parts = text.removesuffix(END).decode().split(SEPARATOR.decode())
    if text.endswith(END) and (len(parts), len(streams)) in ((3, _STREAMS), (1, 0)):
        return parts, streams
    for stream in streams:
        os.close(stream)
    return None


def _kill(child: _Child) -> None:
    # a child that has just been forked leads no group yet
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError):
            kill(child.process, signal.SIGKILL)


def _work(work: Callable[[], int], folder: str, streams: list[int]) -> NoReturn:
    """Do the job in this child, and end it."""
    code = 1
    try:
        os.setsid()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for target, descriptor in enumerate((nothing, *streams)):
            os.dup2(descriptor, target)
        os.chdir(folder)
        code = reported(work)
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        # no cleaning up of what belongs to the server
        os._exit(code)
