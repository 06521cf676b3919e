"""A process that has the engines' libraries in memory and forks one command after another.

``... SOCKET``. It has loaded Snakemake and DVC, but no module of this project: a fork takes those
from the project that its command is called in, as a new process would. Started by ``warm.py``.
"""

import array
import atexit
import contextlib
import gc
import importlib
import json
import os
import selectors
import signal
import socket
import sys
import tempfile
import threading
import traceback
from pathlib import Path
from typing import Any

# where the command's own script finds its function; `compsparse` is imported by the fork
MAIN = {"snakemake": "snakemake.cli", "dvc": "dvc.cli", "compsparse": "compsparse.cli"}
# what these import late, and what the project imports of the environment
LIBRARIES = (
    *("snakemake.cli", "snakemake.dag", "snakemake.workflow", "snakemake.executors.local"),
    *("snakemake.scheduling.job_scheduler", "snakemake.persistence", "snakemake.report"),
    *("snakemake.profiles", "snakemake.storage", "jinja2", "smart_open", "requests"),
    *("dvc.cli", "dvc.repo", "dvc.stage", "dvc.output", "dvc.dependency", "dvc.config"),
    *("dvc.commands.repro", "dvc.commands.status", "dvc.commands.checkout", "dvc.fs"),
    *("dvc.cli.parser", "dvc.repo.index", "dvc.repo.graph", "dvc.repo.plots", "dvc.rwlock"),
    *("dvc.lock", "dvc.scm", "dvc.cachemgr", "dvc_data.hashfile.db.local", "networkx"),
    *("pydantic", "yaml", "psutil", "numpy", "packaging.requirements", "difflib", "graphlib"),
)
# which plugins are installed, but for loggers: the project has one of its own
REGISTRIES = (
    ("snakemake_interface_report_plugins.registry", "ReportPluginRegistry"),
    ("snakemake_interface_scheduler_plugins.registry", "SchedulerPluginRegistry"),
    ("snakemake_interface_storage_plugins.registry", "StoragePluginRegistry"),
)


def main(path: str) -> None:
    """Serve until standard input ends."""
    for name in LIBRARIES:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    for module, registry in REGISTRIES:
        getattr(importlib.import_module(module), registry)()
    loaded = [name for name in sys.modules if name.split(".")[0].endswith("compsparse")]
    assert not loaded, loaded
    assert threading.active_count() == 1, threading.enumerate()
    gc.collect()
    gc.freeze()
    selector = selectors.DefaultSelector()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen()
    selector.register(listener, selectors.EVENT_READ)
    selector.register(0, selectors.EVENT_READ)
    running: dict[int, tuple[int, socket.socket]] = {}
    print("ready", flush=True)
    while True:
        for key, _ in selector.select():
            if key.fd == 0:
                for pid, _asker in running.values():
                    os.kill(pid, signal.SIGTERM)
                os._exit(0)
            if key.fd in running:
                pid, asker = running.pop(key.fd)
                selector.unregister(key.fd)
                os.close(key.fd)
                code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                with contextlib.suppress(OSError):  # who asked has ended
                    asker.sendall(f"{code}\n".encode())
                asker.close()
                continue
            asker, _address = listener.accept()
            asked, streams = _received(asker)
            pid = os.fork()
            if pid == 0:
                selector.close()
                listener.close()
                asker.close()
                for watched, (_pid, other) in running.items():
                    os.close(watched)
                    other.close()
                _become(asked, streams)
            for stream in streams:
                os.close(stream)
            asker.sendall(f"{pid}\n".encode())
            watched = os.pidfd_open(pid)
            running[watched] = (pid, asker)
            selector.register(watched, selectors.EVENT_READ)


def _received(asker: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """Return what is asked for, and the three standard streams that come along."""
    streams = array.array("i")
    text, ancillary, _, _ = asker.recvmsg(1 << 16, socket.CMSG_LEN(3 * streams.itemsize))
    for _level, _kind, data in ancillary:
        streams.frombytes(data[: len(data) - len(data) % streams.itemsize])
    while not text.endswith(b"\n"):
        text += asker.recv(1 << 16)
    return json.loads(text), list(streams)


def _become(asked: dict[str, Any], streams: list[int]) -> None:
    """Be the command; this does not return."""
    code = 1
    try:
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        os.chdir(asked["folder"])
        os.environ.clear()
        os.environ.update(asked["environment"])
        tempfile.tempdir = None
        script = asked["command"][0]
        sys.argv = asked["command"]
        sys.path[0:1] = [str(Path(script).parent), *os.environ["PYTHONPATH"].split(os.pathsep)]
        importlib.invalidate_caches()
        code = _code(importlib.import_module(MAIN[Path(script).name]).main)
    except BaseException:
        traceback.print_exc()
    finally:
        # as at the end of any Python, but for what lies in memory
        threading._shutdown()
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)


def _code(command: Any) -> int:
    """Run a command; return its exit code as Python does."""
    try:
        code = command()
    except SystemExit as end:
        code = end.code
    if code is None or isinstance(code, int):
        return (code or 0) & 0xFF
    print(code, file=sys.stderr)
    return 1


if __name__ == "__main__":
    main(sys.argv[1])
