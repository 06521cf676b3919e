"""One real run at a time on one output root, and one writer at a time of one record.

The kernel drops a lock when its holder dies, so nothing has to be unlocked by hand after a kill.
What the lock file holds is for people who wait: nothing is decided by it.
"""

import errno
import fcntl
import json
import math
import os
import stat
import sys
import time
from pathlib import Path
from typing import IO

from workflow_engine.provenance.storage import StorageError

_LONGEST = 100  # characters of a command line that are shown
_MOST = 10_000  # bytes of a lock file that are read
_PAUSE = 0.1  # seconds in which a holder has written who it is


def lock(path: Path, what: str) -> IO[str]:
    """Take the lock file ``path``, waiting for its holder; keep the result to keep the lock.

    Raises:
        StorageError: something else than a file lies there.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # kept open on purpose: closing it would release the lock
    stream = _open(path)
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        time.sleep(_PAUSE)
        print(
            f"{what} is in use by {_holder(stream)}; waiting for it to end. "
            "Ctrl-C stops the waiting.",
            file=sys.stderr,
            flush=True,
        )
        fcntl.flock(stream, fcntl.LOCK_EX)
    _sign(stream)
    return stream


def _open(path: Path) -> IO[str]:
    # neither waits for a pipe's other end nor writes where a link leads
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
    try:
        descriptor = os.open(path, flags, 0o666)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENXIO, errno.ENODEV):
            raise StorageError(_in_the_way(path)) from error
        raise
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise StorageError(_in_the_way(path))
    return os.fdopen(descriptor, "r+", encoding="utf-8", errors="replace")


def _in_the_way(path: Path) -> str:
    return f"{path} must be a plain file, the lock of a run; move what lies there elsewhere."


def _sign(stream: IO[str]) -> None:
    """Write who holds the lock, if nothing of others stands there."""
    try:
        if os.fstat(stream.fileno()).st_nlink != 1:
            return
        text = _read(stream)
        if text and not text.startswith('{"pid": '):
            return
        mine = {
            "pid": os.getpid(),
            "started": round(time.time()),
            "command": _command(),
            "host": os.uname().nodename,
        }
        stream.seek(0)
        stream.truncate()
        stream.write(json.dumps(mine) + "\n")
        stream.flush()
    except OSError:
        return  # as on a full disk: the lock itself holds


def _command() -> str:
    words = [Path(sys.argv[0]).name, *sys.argv[1:]] if sys.argv else ["python"]
    if words[0] == "__main__.py":
        words[0] = "compsparse"
    return " ".join(words)[:_LONGEST]


def _holder(stream: IO[str]) -> str:
    """Say who holds the lock, as far as the file tells."""
    found = _signature(_read(stream))
    if found is None:
        return "another run"
    pid, started, command, host = found
    here = host == os.uname().nodename
    if here and not _lives(pid):
        return "another run"  # it has not written yet: this is the holder before it
    where = "" if here else f" on {_printable(host)}"
    return f"process {pid}{where} ({_printable(command)}), for {_age(time.time() - started)}"


def _read(stream: IO[str]) -> str:
    stream.seek(0)
    return stream.read(_MOST)


def _signature(text: str) -> tuple[int, float, str, str] | None:
    try:
        content = json.loads(text)
        pid, started = int(content["pid"]), float(content["started"])
        if pid > 0 and math.isfinite(started):
            return pid, started, str(content["command"]), str(content["host"])
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        pass
    return None


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True


def _printable(text: str) -> str:
    """Return one line that moves no cursor."""
    short = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in short)


def _age(seconds: float) -> str:
    for unit, length in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= length:
            number = int(seconds // length)
            return f"{number} {unit}{'s' if number > 1 else ''}"
    return "less than a minute"
