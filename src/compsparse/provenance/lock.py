"""One real run at a time on one output root, and one writer at a time of one record.

The kernel drops a lock when its holder dies, so nothing has to be unlocked by hand after a kill.
"""

import fcntl
import sys
from pathlib import Path
from typing import IO


def lock(path: Path, what: str) -> IO[str]:
    """Take the lock file ``path``, waiting for its holder; keep the result to keep the lock."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # kept open on purpose: closing it would release the lock
    stream = path.open("a")
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print(f"{what} is in use by another run; waiting for it to end.", file=sys.stderr)
        fcntl.flock(stream, fcntl.LOCK_EX)
    return stream
