"""Ctrl-C, SIGTERM and SIGHUP end a command and all it started within seconds, with one sentence.

Snakemake's own handler of SIGTERM takes locks that the code it interrupts may hold, and Ctrl-C
makes it wait for its jobs and tell of each. So nothing here waits for the main thread or takes a
lock: the interpreter itself writes the number of a signal into a pipe, whichever handler Snakemake
installs, and a thread that does nothing else reads it, ends all descendants and then this process.
Outputs are renamed whole and records come last, so that jobs may end anywhere.
"""

import atexit
import contextlib
import gc
import os
import select
import shutil
import signal
import stat
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import NoReturn

import psutil  # type: ignore[import-untyped,unused-ignore]

RUN = (
    "finished jobs are kept, long trainings go on from their last checkpoint; "
    "start the same command again."
)
COMMAND = "it is not finished; start the same command again."
SILENT = ""  # the process that started this one says it

_NAMES = {
    signal.SIGINT: "Ctrl-C",
    signal.SIGTERM: "SIGTERM",
    signal.SIGHUP: "SIGHUP (the terminal was closed)",
}
_STDERR = 2
_SHELL = 128  # the exit code is this plus the signal's number, as in shells
_ROUNDS = 20  # in which descendants of descendants are looked for
_CANCEL = 10  # seconds that a cluster may take to cancel jobs
_DYING = 3  # seconds that the kernel may take to end processes
_AT_LAST = 20  # seconds after which the kernel ends this process, whatever hangs
_GLANCE = 1.0  # seconds between looks at the parent
_OF_DVC = "DVC_STAGE"  # environment variable that dvc sets for its commands
_SERVERS = "workflow_engine.job_server.activation"  # the folder of its sockets is the next argument
_STARTS = ("subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.exec", "os.system")

_stopping = threading.Event()
_masked = threading.local()
_folders: set[str] = set()
_words = SILENT
_cancel: Callable[[], object] | None = None
_watched = False


def prepare(words: str, cancel: Callable[[], object] | None = None) -> threading.Event:
    """End this process by signals from now on; call it again after others set handlers.

    A signal that whoever started this process ignores, as nohup does, stays ignored.

    Args:
        words: what the user is told after "Stopped by Ctrl-C: ", or ``SILENT``.
        cancel: cancels jobs that are no descendants, those on a cluster.

    Returns:
        What is set from the moment on in which this process ends by a signal.
    """
    global _words, _cancel, _watched
    _words, _cancel = words, cancel
    if threading.current_thread() is not threading.main_thread():
        return _stopping  # only the main thread may, and such a run belongs to another program
    if not _watched:
        _watched = True
        reading, writing = os.pipe()
        os.set_blocking(writing, False)
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
        threading.Thread(target=_watch, args=(reading, _dvc()), name="signals", daemon=True).start()
        # the end of jobs may end the main thread, and with it this process before the sentence
        atexit.register(_let_it_be_said)
        os.register_at_fork(
            before=_before_fork, after_in_parent=_after_fork, after_in_child=_in_child
        )
    # last, since who stands still must be ended by the thread
    for number in _NAMES:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stand_still)
    return _stopping


def finished(code: int) -> int:
    """Return a command's exit code, unless a signal ends it; its child may have ended first."""
    if _watched and (code < 0 or code >= _SHELL):
        _stopping.wait(0.2)
    _let_it_be_said()
    return code


@contextlib.contextmanager
def temporary_folder(prefix: str) -> Iterator[Path]:
    """Make a folder that is deleted at the end, at the end by a signal as well."""
    with tempfile.TemporaryDirectory(prefix=prefix) as name:
        _folders.add(name)
        try:
            yield Path(name)
        finally:
            _folders.discard(name)


def _stand_still(number: int = 0, frame: FrameType | None = None) -> NoReturn:
    """Keep the main thread from saying or doing more while the other one ends the process."""
    while True:
        time.sleep(_AT_LAST)


def _let_it_be_said() -> None:
    """Leave the end of this process to the thread that ends it."""
    if _stopping.is_set():
        _stand_still()


def _before_fork() -> None:
    # a signal to a child that is not yet told apart would end this process
    _masked.before = signal.pthread_sigmask(signal.SIG_BLOCK, _NAMES)


def _after_fork() -> None:
    signal.pthread_sigmask(signal.SIG_SETMASK, _masked.before)


def _in_child() -> None:
    """Give a fork without a program of its own its usual end back."""
    signal.set_wakeup_fd(-1)
    atexit.unregister(_let_it_be_said)
    for number in _NAMES:
        if signal.getsignal(number) is _stand_still:
            signal.signal(number, signal.SIG_DFL)
    _after_fork()


def _dvc() -> psutil.Process | None:
    """Return the dvc that started this process, if one did.

    A shell may stand between the two: dvc starts $SHELL, and not every shell makes way for its
    last command. What dvc starts has its variable, dvc itself has not.
    """
    if _OF_DVC not in os.environ:
        return None
    for process in psutil.Process().parents():
        with contextlib.suppress(psutil.Error):
            if _OF_DVC not in process.environ():
                return process
    return None


def _watch(reading: int, dvc: psutil.Process | None) -> None:
    # dvc does not end its command when something ends dvc
    patience = None if dvc is None else _GLANCE
    while True:
        ready, _, _ = select.select([reading], [], [], patience)
        for number in os.read(reading, 1) if ready else b"":
            if number in _NAMES:
                _stop(number, _NAMES[signal.Signals(number)])
        if dvc is not None and _gone(dvc):
            _stop(signal.SIGTERM, "the end of its dvc")


def _stop(number: int, cause: str) -> NoReturn:
    try:
        signal.alarm(_AT_LAST)  # also where the terminal takes no output, as after Ctrl-S
        gc.disable()  # finalizers might wait for a lock of the main thread
        _stopping.set()
        if _cancel is not None:
            canceling = threading.Thread(target=_quietly(_cancel), daemon=True)
            canceling.start()
            canceling.join(_CANCEL)
        _let_nothing_start()
        _end_descendants()
        for folder in list(_folders):
            shutil.rmtree(folder, ignore_errors=True)
        if _words:
            # a line of progress may stand there
            clear = "\r\x1b[2K" if os.isatty(_STDERR) else ""
            text = f"{clear}Stopped by {cause}: {_words}\n"
            with contextlib.suppress(OSError):  # a closed terminal
                os.write(_STDERR, text.encode())
    finally:
        os._exit(_SHELL + number)


def _quietly(work: Callable[[], object]) -> Callable[[], None]:
    def quiet() -> None:
        with contextlib.suppress(Exception):
            work()

    return quiet


def _let_nothing_start() -> None:
    """Make other threads wait that are about to start a process."""

    def hook(event: str, arguments: object) -> None:
        if event in _STARTS:
            _stand_still()

    sys.addaudithook(hook)


def _end_descendants() -> None:
    """Kill all processes below this one, and remove the sockets of job servers among them."""
    this, found = psutil.Process(), set[psutil.Process]()
    # who is stopped starts no more, and no parent dies before its children are known
    for _ in range(_ROUNDS):
        new = set(this.children(recursive=True)) - found
        if not new:
            break
        for process in new:
            with contextlib.suppress(psutil.Error):
                process.suspend()
        found |= new
    folders = {folder for process in found if (folder := _sockets(process))}
    for process in found:
        with contextlib.suppress(psutil.Error):
            process.kill()
    until = time.monotonic() + _DYING
    while time.monotonic() < until and not all(_gone(process) for process in found):
        time.sleep(0.01)
    for folder in folders:
        _remove_sockets(Path(folder))


def _sockets(process: psutil.Process) -> str | None:
    try:
        words = process.cmdline()
        return str(words[words.index(_SERVERS) + 1])
    except (psutil.Error, ValueError, IndexError):
        return None


def _gone(process: psutil.Process) -> bool:
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.Error:
        return True


def _remove_sockets(folder: Path) -> None:
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            if stat.S_ISSOCK(path.lstat().st_mode):
                path.unlink()
        folder.rmdir()
