"""What the file system refuses, in words: a full disk, a read-only folder, a file in the way."""

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from workflow_engine.validation.printable import printable
from workflow_engine.validation.regular_files import NotRegularError

_CURES = {
    errno.ENOSPC: "The disk is full: free some space",
    errno.EDQUOT: "The quota is used up: delete files of yours or ask for more",
    errno.EFBIG: "Files may not be that large here: raise the limit (ulimit -f)",
    errno.EROFS: "The file system is read-only: mount it for writing",
    errno.EACCES: "Permission is missing: look with `ls -ld`, change it with `chmod`",
    errno.EPERM: "Permission is missing: look with `ls -ld` and `lsattr` and change it",
    errno.ENOTDIR: "A file is where a folder is needed: move it elsewhere",
    errno.EEXIST: "A file is where a folder is needed: move it elsewhere",
    errno.EISDIR: "A folder is where a file is needed: move it elsewhere",
    errno.ENOTEMPTY: "A folder is where a file is needed: move it elsewhere",
    errno.EMFILE: "Too many files may be open at once: raise the limit (ulimit -n)",
    errno.ENFILE: "Too many files are open on this machine: end other programs",
    errno.ENOMEM: "The memory is used up: use fewer --cores or a larger machine",
    errno.EIO: "The disk cannot be read or written: look into the system's log",
}


class StorageError(Exception):
    """A file or a folder that the file system does not let us read, write or lock."""


@contextmanager
def told_in_words(what: str) -> Iterator[None]:
    """Turn errors of the file system that a user can cure into a sentence.

    Args:
        what: what is being done, for example the name of the job; the error may name no file.

    Raises:
        StorageError: with the file, the system's own words and the cure.
    """
    try:
        yield
    except NotRegularError as error:
        raise StorageError(
            f"{what}: {error}, where a regular file is needed. Move it elsewhere, then start again."
        ) from None
    except OSError as error:
        if error.errno not in _CURES:
            raise  # a defect, most likely: its traceback helps more than a sentence
        raise StorageError(_sentence(what, error.errno, error.filename)) from error


def check_writable(out: Path, files: Iterable[str]) -> None:
    """Refuse to start a run whose results could not be written; Snakemake would end in the middle.

    Args:
        out: the output root.
        files: what will be written, relative to it.

    Raises:
        StorageError: naming the first folder or file that is in the way or may not be written.
    """
    folders: set[Path] = set()
    for name in files:
        if (out / name).is_dir():
            raise StorageError(_sentence(str(out), errno.EISDIR, str(out / name)))
        folders.add((out / name).parent)
    for folder in sorted(folders):
        there = next(place for place in (folder, *folder.parents) if place.exists())
        if not there.is_dir():
            raise StorageError(_sentence(str(out), errno.ENOTDIR, str(there)))
        if not os.access(there, os.W_OK | os.X_OK):
            raise StorageError(_sentence(str(out), errno.EACCES, str(there)))


def _sentence(what: str, number: int, file: str | None) -> str:
    place = f" ({printable(file)})" if file else ""
    return (
        f"{what}: {os.strerror(number)}{place}. {_CURES[number]}, then start again. "
        "Finished jobs are kept; nothing half-written counts as a result."
    )
