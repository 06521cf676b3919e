"""Content hashes of files, remembered for large files only.

A remembered hash is used when path, size, mtime, ctime and inode are all unchanged; ctime cannot be
set back by ordinary tools, so an edit with a restored mtime is seen. Hashes of files changed in the
last two seconds are not remembered, since a clock tick may hide a second
change (git does the same).

Only regular files have a hash: links are not followed, pipes not waited for, holes not read.
"""

import hashlib
import json
import os
import re
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from workflow_engine.provenance.own_files import OwnFiles
from workflow_engine.provenance.source_parts import entry_digest, file_of, is_part, read_parts
from workflow_engine.validation.regular_files import NotRegularError, open_regular, read_text

_LARGE = 1 << 20  # bytes; below, hashing costs no more than looking the hash up
_SETTLED = 2.0  # seconds since the last change
_SHA256 = re.compile(r"[0-9a-f]{64}")


def sha256(path: Path) -> str | None:
    """Return the sha256 of a file as hexadecimal digits, or None when there is no regular file."""
    try:
        return regular_sha256(path)
    except NotRegularError:
        return None


def regular_sha256(path: Path, *, through_links: bool = False) -> str | None:
    """Return the sha256 of a file as hexadecimal digits, or None when it is not there.

    Args:
        path: of the file.
        through_links: whether it may be a link; only files that people keep themselves may.

    Raises:
        NotRegularError: it is a folder, a pipe, or the like.
    """
    try:
        with open_regular(path, through_links=through_links) as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except (FileNotFoundError, NotADirectoryError):
        return None


def _key(status: os.stat_result) -> list[int]:
    return [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]


def _entry(key: list[int], sha: str) -> tuple[list[int], str]:
    if len(key) != 4 or not _SHA256.fullmatch(sha):
        raise ValueError("not an entry of the memory")
    return [int(i) for i in key], sha


@dataclass
class Hashes:
    """Hashes files; keeps those of large files in ``memory`` (a JSON file) where one is given."""

    memory: Path | None = None
    _known: dict[str, tuple[list[int], str]] = field(default_factory=dict)
    _seen: dict[str, str | None] = field(default_factory=dict)
    _refused: dict[str, str] = field(default_factory=dict)
    _roots: dict[Path, OwnFiles] = field(default_factory=dict)
    _contents: dict[Path, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.memory is not None:
            try:
                entries = json.loads(read_text(self.memory))
                self._known = {str(name): _entry(*entry) for name, entry in entries.items()}
            except (OSError, ValueError, TypeError, AttributeError, OverflowError, RecursionError):
                self._known = {}  # a lost or damaged memory costs time, nothing else

    def __call__(self, path: Path | str, below: Path | None = None) -> str | None:
        """Return the sha256 of ``path``, or None when it is no regular file.

        Args:
            path: of the file.
            below: the output root that must hold the file itself, not by a link on the way.
        """
        name = str(path)
        if name not in self._seen:
            link = self._link_above(name, below) if below else None
            if link is not None:
                self._seen[name] = None
                self._refused[name] = f"lies behind {link}, which is a symbolic link"
            else:
                self._seen[name] = self._hash(Path(path), name)
        return self._seen[name]

    def of_source(self, root: Path, source: str) -> str | None:
        """Return the sha256 of a file that people keep, which may be a link, or of its entry."""
        name = f"{root / source} through links"
        if name not in self._seen:
            self._seen[name] = (
                self._of_entry(root / file_of(source), source)
                if is_part(source)
                else self._read(root / source, str(root / source), through_links=True)
            )
        return self._seen[name]

    def _of_entry(self, file: Path, source: str) -> str | None:
        if file not in self._contents:
            try:
                self._contents[file] = read_parts(file)
            except LookupError:
                self._contents[file] = None
        return entry_digest(source, self._contents[file])

    def refusal(self, path: Path | str) -> str | None:
        """Return what lies at ``path``, where it was asked for and is no regular file."""
        return self._refused.get(str(path))

    def _link_above(self, name: str, root: Path) -> str | None:
        if root not in self._roots:
            self._roots[root] = OwnFiles(root)
        return self._roots[root].link_above(name.removeprefix(f"{root}{os.sep}"))

    def _read(self, path: Path, name: str, *, through_links: bool = False) -> str | None:
        try:
            return regular_sha256(path, through_links=through_links)
        except NotRegularError as error:
            self._refused[name] = error.what
            return None

    def _hash(self, path: Path, name: str) -> str | None:
        if self.memory is None:
            return self._read(path, name)
        try:
            status = path.lstat()
        except OSError:
            return None
        if status.st_size < _LARGE:
            return self._read(path, name)
        key = _key(status)
        known = self._known.get(name)
        if known is not None and known[0] == key:
            return known[1]
        value = self._read(path, name)
        if value is not None and time.time() - status.st_ctime > _SETTLED:
            self._known[name] = (key, value)
        return value

    def moved(self, path: Path) -> None:
        """Note that the mtime of ``path`` was set by us: its content is the same."""
        known = self._known.pop(str(path), None)
        key = _key(path.lstat())
        # another size or inode: the job of a killed run has put another file there meanwhile
        if known is not None and (known[0][0], known[0][3]) == (key[0], key[3]):
            self._known[str(path)] = (key, known[1])

    def save(self) -> None:
        """Keep what was learned for the next run."""
        if self.memory is None:
            return
        self.memory.parent.mkdir(parents=True, exist_ok=True)
        known = {k: v for k, v in self._known.items() if Path(k).exists()}
        temporary = self.memory.with_name(f"{self.memory.name}.{os.getpid()}")
        temporary.write_text(json.dumps(known))
        temporary.replace(self.memory)
