"""Open files that may be anything: a link, a device, a pipe that nobody writes to, a vast hole.

To open or to read such a thing may wait for ever, set something off or fill the memory. What is no
regular file is refused by name before a byte of it is read; text that a person writes has a limit.
"""

import errno
import io
import os
import stat
from pathlib import Path

from workflow_engine.validation.printable import printable

LARGEST_TEXT = 64 << 20  # bytes; the largest text of this project has not a hundredth of it
_PIECE = 1 << 16  # bytes that are read at a time
LARGEST_HOLE = 1 << 30  # bytes; no writer of this project leaves any

_KINDS = {
    stat.S_IFLNK: "a symbolic link",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFSOCK: "a socket",
    stat.S_IFDIR: "a folder",
}


class NotRegularError(OSError):
    """A thing that is no regular file, or one that no program of ours has written."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(errno.EINVAL, what, str(path))
        self.what = what

    def __str__(self) -> str:
        return f"{printable(self.filename)} {self.what}"


def open_regular(path: Path, *, through_links: bool = False) -> io.FileIO:
    """Open a regular file for reading.

    Args:
        path: of the file.
        through_links: whether ``path`` may be a link to such a file.

    Raises:
        NotRegularError: it is something else, or has more holes than a file of ours.
        OSError: it is not there or may not be read.
    """
    try:
        # first only looked at: to open a device may set something off
        _require_regular(path, path.stat(follow_symlinks=through_links))
        follow = 0 if through_links else os.O_NOFOLLOW
        flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY | follow
        stream = io.FileIO(os.open(path, flags))
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise NotRegularError(path, "is a symbolic link that leads in a circle") from None
        raise
    try:
        status = os.fstat(stream.fileno())
        _require_regular(path, status)
        _require_bytes(path, status, stream.fileno())
    except OSError:
        stream.close()
        raise
    return stream


def read_regular(path: Path, *, through_links: bool = False, limit: int | None = None) -> bytes:
    """Return the bytes of a regular file.

    Raises:
        NotRegularError: see ``open_regular``; or it has more than ``limit`` bytes.
        OSError: it is not there or may not be read.
    """
    with open_regular(path, through_links=through_links) as stream:
        if limit is None:
            return stream.readall()
        contents = bytearray()
        while len(contents) <= limit and (piece := stream.read(_PIECE)):
            contents += piece
        if len(contents) > limit:
            raise NotRegularError(path, f"has more than {limit >> 20} MiB, which is the limit here")
        return bytes(contents)


def read_text(path: Path, limit: int = LARGEST_TEXT) -> str:
    """Return a text that a person keeps: links to it are followed.

    Raises:
        NotRegularError: see ``read_regular``.
        OSError: it is not there or may not be read.
        UnicodeDecodeError: it is not UTF-8.
    """
    return read_regular(path, through_links=True, limit=limit).decode("utf-8")


def kind(status: os.stat_result) -> str | None:
    """Return in words what a thing is that is no regular file; None for a regular one."""
    if stat.S_ISREG(status.st_mode):
        return None
    return _KINDS.get(stat.S_IFMT(status.st_mode), "no regular file")


def _require_regular(path: Path, status: os.stat_result) -> None:
    what = kind(status)
    if what is not None:
        raise NotRegularError(path, f"is {what}")


def _require_bytes(path: Path, status: os.stat_result, descriptor: int) -> None:
    """Refuse a file that is mostly hole: to read it takes hours and yields zeros."""
    if status.st_size - 512 * status.st_blocks <= LARGEST_HOLE:
        return
    # file systems that compress store less than they hold, so the holes themselves decide
    stored = _stored(descriptor, status)
    if status.st_size - stored > LARGEST_HOLE:
        raise NotRegularError(
            path, f"claims {status.st_size / 1e9:.3g} GB, of which {stored / 1e3:.3g} kB are stored"
        )


def _stored(descriptor: int, status: os.stat_result) -> int:
    """Return the bytes of a file outside of its holes, counted until it has holes enough."""
    end = stored = 0
    try:
        while end < status.st_size and end - stored <= LARGEST_HOLE:
            start = os.lseek(descriptor, end, os.SEEK_DATA)
            end = os.lseek(descriptor, start, os.SEEK_HOLE)
            stored += end - start
    except OSError as error:
        if error.errno != errno.ENXIO:  # there is no more data
            return 512 * status.st_blocks  # this file system cannot tell where holes are
    finally:
        os.lseek(descriptor, 0, os.SEEK_SET)
    return stored
