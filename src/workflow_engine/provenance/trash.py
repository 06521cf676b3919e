"""Where swept results go, and the way back: ``<root>/.trash/<UTC date and time>/<path>``.

A sweep moves files there by renaming them, so it costs nothing and loses nothing. ``restore`` moves
one sweep's files back, all or none, and never onto a file that differs. Only regular files that are
reached through real folders are moved: a link below the root may lead anywhere.
"""

import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from workflow_engine.provenance.hashes import sha256
from workflow_engine.provenance.own_files import OwnFiles, everything_below
from workflow_engine.provenance.storage import StorageError
from workflow_engine.validation.explanation import shown

TRASH = ".trash"


class TrashError(StorageError):
    """A trash that cannot be used, or files that cannot be brought back."""


@dataclass(frozen=True)
class Restored:
    """What ``restore`` did: files brought back, and how many lay there already, unchanged."""

    date: str
    files: list[str]
    already_there: int


def is_plain(out: Path, path: str) -> bool:
    """Say whether a path below a root is a regular file that no link leads to."""
    files = OwnFiles(out)
    return files.there(path) and files.refusal(path) is None


def to_trash(out: Path, paths: Iterable[str]) -> str | None:
    """Move files, relative to ``out``, to the trash; return the date they are found under there.

    None where there was nothing to move. What has gone or become a link meanwhile stays.

    Raises:
        TrashError: the trash is a link or a file.
    """
    wanted = [path for path in paths if is_plain(out, path)]
    if not wanted:
        return None
    folder = _new_folder(out)
    for path in wanted:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).rename(folder / path)
        remove_empty_folders((out / path).parent, out)
    return folder.name


def dates(out: Path) -> list[str]:
    """Return the dates under which the trash of a root holds something, oldest first."""
    trash = _trash(out)
    if not trash.exists():
        return []
    return sorted(entry.name for entry in os.scandir(trash) if entry.is_dir(follow_symlinks=False))


def files(out: Path, date: str) -> list[str]:
    """Return the files that the trash holds under a date, records last."""
    folder = _trash(out) / date
    found = [os.path.relpath(entry.path, folder) for entry in everything_below(folder)]
    plain = (path for path in found if is_plain(folder, path))
    # a record that comes back before its files would be taken for one that lost them
    return sorted(plain, key=lambda path: ("/provenance/" in path, path))


def restore(out: Path, date: str | None = None) -> Restored:
    """Move the files of a date, by default the newest, back to where they were.

    Raises:
        TrashError: nothing is there, or other files lie where they belong; nothing was moved.
    """
    known = dates(out)
    if not known:
        raise TrashError(f"{out / TRASH} is empty: no sweep has moved anything there.")
    if date is not None and date not in known:
        raise TrashError(f"{out / TRASH} has nothing of {shown(date)}; it has {', '.join(known)}.")
    date = date or known[-1]
    folder = _trash(out) / date
    listed = files(out, date)
    there = [path for path in listed if os.path.lexists(out / path)]
    # equal bytes, from git for example, are what was to be brought back
    other = [path for path in there if not _equal(out, folder, path)]
    other += [path for path in listed if path not in there and not _reachable(out, path)]
    if other:
        more = f" and {len(other) - 1} more" if len(other) > 1 else ""
        raise TrashError(
            f"{out}: other files are in the place of those of {date} ({shown(other[0])}{more}). "
            f"Nothing was brought back; move them elsewhere first, or leave {folder} as it is."
        )
    for path in listed:
        if path in there:
            (folder / path).unlink()
        else:
            (out / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).rename(out / path)
        remove_empty_folders((folder / path).parent, out)
    return Restored(date, [path for path in listed if path not in there], len(there))


def remove_empty_folders(folder: Path, out: Path) -> None:
    """Remove a folder and those above it, up to ``out``, as long as they are empty."""
    while folder not in (out, out.parent) and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent


def _trash(out: Path) -> Path:
    trash = out / TRASH
    if os.path.lexists(trash) and not stat.S_ISDIR(trash.lstat().st_mode):
        raise TrashError(
            f"{trash} is no folder (a link or a file), so nothing is moved there. Move it "
            "elsewhere, then start again."
        )
    return trash


def _new_folder(out: Path) -> Path:
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H.%M.%SZ")
    trash, number = _trash(out), 1
    while True:
        # two sweeps within a second
        folder = trash / (now if number == 1 else f"{now}-{number}")
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            number += 1
        else:
            return folder


def _equal(out: Path, folder: Path, path: str) -> bool:
    return is_plain(out, path) and sha256(out / path) == sha256(folder / path)


def _reachable(out: Path, path: str) -> bool:
    """Say whether all that lies above a path below ``out`` are real folders, or nothing yet."""
    above = [out / parent for parent in list(Path(path).parents)[:-1]]
    there = [folder for folder in above if os.path.lexists(folder)]
    return all(stat.S_ISDIR(folder.lstat().st_mode) for folder in there)
