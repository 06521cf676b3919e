"""The files that are an output root's own: regular ones, in folders that are no links.

A record, or a link that came with somebody's commit, may lead anywhere. Nothing below an output
root is read, touched, renamed or removed through a link, so nothing outside of it can be. The root
itself may be a link, to a larger disk for example.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from workflow_engine.provenance.job import Job
from workflow_engine.provenance.storage import StorageError
from workflow_engine.validation.printable import printable
from workflow_engine.validation.regular_files import (
    LARGEST_HOLE,
    NotRegularError,
    kind,
    open_regular,
)

_HOUSE_FILES = (".lock", ".root.json", ".manifest.json")
_HOUSE_FOLDERS = (".tmp", ".logs", ".costs")
_IN_CACHE = "/files/md5/"  # part of every path in DVC's cache


@dataclass
class OwnFiles:
    """The files below one output root; looks at every folder once, so make a new one later."""

    root: Path
    _folders: dict[str, str | None] = field(default_factory=dict)

    def link_above(self, name: str) -> str | None:
        """Return the folder above a file, below the root, that is a link; None where none is.

        Args:
            name: of the file, relative to the root.
        """
        folder = name.rpartition("/")[0]
        if folder not in self._folders:
            self._folders[folder] = folder and (
                self.link_above(folder) or (folder if (self.root / folder).is_symlink() else None)
            )
        return self._folders[folder] or None

    def there(self, name: str) -> bool:
        """Say whether anything lies where a file is to be, be it own or not."""
        return os.path.lexists(self.root / name)

    def refusal(self, name: str) -> str | None:
        """Return why a file is not to be touched; None for an own one, and where there is none."""
        link = self.link_above(name)
        if link is not None:
            return f"lies behind {printable(link)}, which is a symbolic link"
        path = self.root / name
        try:
            status = path.lstat()
            if kind(status) is None and status.st_size - 512 * status.st_blocks <= LARGEST_HOLE:
                return None
            open_regular(path).close()
        except NotRegularError as error:
            return error.what
        except (FileNotFoundError, NotADirectoryError):
            return None
        return None


def everything_below(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Yield all that lies below a folder and is no folder, links included, which are not followed.

    A folder that cannot be listed (it is a link, a file or not there) holds nothing.

    Raises:
        OSError: a folder may not be read.
    """
    todo = [] if folder.is_symlink() else [str(folder)]
    while todo:
        try:
            entries = os.scandir(todo.pop())
        except (FileNotFoundError, NotADirectoryError):
            continue
        with entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    todo.append(entry.path)
                else:
                    yield entry


def require_own(out: Path, jobs: Iterable[Job]) -> None:
    """Refuse to run where what jobs write would not become a regular file of the root's own.

    Snakemake deletes outputs and writes logs by their names, through any link.

    Raises:
        StorageError: naming the first such place, what lies there and what to do.
    """
    files = OwnFiles(out)
    found = _strange(files, [name for job in jobs for name in _written(job)])
    found |= _strange(files, [*_HOUSE_FILES, *(f"{folder}/any" for folder in _HOUSE_FOLDERS)])
    for folder in _HOUSE_FOLDERS:
        for entry in everything_below(out / folder):
            if not entry.is_file(follow_symlinks=False):
                with suppress(FileNotFoundError):  # of a run that goes on, beside a dry one
                    what = kind(entry.stat(follow_symlinks=False))
                    if what not in (None, "a socket"):
                        found[os.path.relpath(entry.path, out)] = f"is {what}"
    if found:
        raise StorageError(_sentence(out, found))


def require_own_of(out: Path, job: Job) -> None:
    """Refuse to do one job where what it writes would not become a file of the root's own.

    Raises:
        StorageError: as from ``require_own``.
    """
    scratch = f".tmp/{job.record_path.removesuffix('.json')}/any"
    found = _strange(OwnFiles(out), [*_written(job), scratch])
    if found:
        raise StorageError(_sentence(out, found))


def _written(job: Job) -> list[str]:
    return [*job.outputs.values(), job.record_path]


def _strange(files: OwnFiles, names: Iterable[str]) -> dict[str, str]:
    """Return the places among some names, or above them, that are not the root's own: what is."""
    found: dict[str, str] = {}
    for name in names:
        link = files.link_above(name)
        what = "is a symbolic link" if link else files.refusal(name)
        if what is not None:
            found[link or name] = what
    return found


def _sentence(out: Path, found: dict[str, str]) -> str:
    name, what = next(iter(found.items()))
    place = out / name
    others = f" (and {len(found) - 1} more like it)" if len(found) > 1 else ""
    shown = printable(place)
    if what == "is a symbolic link" and _IN_CACHE in str(place.readlink()):
        return (
            f"{shown} is a symbolic link into DVC's cache{others}: a write through it would change "
            "the cache. Run `dvc config --local cache.type reflink,copy`, then "
            "`dvc checkout --relink`, then start again."
        )
    return (
        f"{shown} {what}{others}; only regular files in folders that are no links are results. "
        f"Look at it with `ls -l`, move or delete it (`rm` takes the link, not what it leads to), "
        "then start again: a run makes what is missing."
    )
