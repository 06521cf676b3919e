"""Content hashes of files, remembered for large files only.

A remembered hash is used when path, size, mtime, ctime and inode are all unchanged; ctime cannot be
set back by ordinary tools, so an edit with a restored mtime is seen. Hashes of files changed in the
last two seconds are not remembered, since a clock tick may hide a second
change (git does the same).
"""

import hashlib
import json
import os
import re
import time
from dataclasses import dataclass, field
from pathlib import Path

_LARGE = 1 << 20  # bytes; below, hashing costs no more than looking the hash up
_SETTLED = 2.0  # seconds since the last change
_SHA256 = re.compile(r"[0-9a-f]{64}")


def sha256(path: Path) -> str | None:
    """Return the sha256 of a file as hexadecimal digits, or None when it is not there."""
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
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

    def __post_init__(self) -> None:
        if self.memory is not None:
            try:
                entries = json.loads(self.memory.read_text())
                self._known = {str(name): _entry(*entry) for name, entry in entries.items()}
            except (OSError, ValueError, TypeError, AttributeError, OverflowError, RecursionError):
                self._known = {}  # a lost or damaged memory costs time, nothing else

    def __call__(self, path: Path) -> str | None:
        """Return the sha256 of ``path``, or None when it is not a file."""
        name = str(path)
        if name not in self._seen:
            self._seen[name] = self._hash(path, name)
        return self._seen[name]

    def _hash(self, path: Path, name: str) -> str | None:
        if self.memory is None:
            return sha256(path)
        try:
            status = path.stat()
        except OSError:
            return None
        if status.st_size < _LARGE:
            return sha256(path)
        key = _key(status)
        known = self._known.get(name)
        if known is not None and known[0] == key:
            return known[1]
        value = sha256(path)
        if value is not None and time.time() - status.st_ctime > _SETTLED:
            self._known[name] = (key, value)
        return value

    def moved(self, path: Path) -> None:
        """Note that the mtime of ``path`` was set by us: its content is the same."""
        known = self._known.pop(str(path), None)
        key = _key(path.stat())
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
