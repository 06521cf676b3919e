"""Reads the locks: requirements with exact versions and the hashes of their files."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


class LockError(Exception):
    """A line of a lock is not a name, one exact version, and nothing but SHA-256 hashes."""


@dataclass(frozen=True)
class Locked:
    """One requirement: a version, where it applies, the SHA-256 of every file that may be it."""

    name: str
    version: str
    marker: Marker | None
    hashes: tuple[str, ...]

    @property
    def applies(self) -> bool:
        """Whether this interpreter on this platform wants it."""
        return self.marker is None or self.marker.evaluate()


def read(path: Path) -> list[Locked]:
    """Read a lock, or constraints, whose lines have no hashes.

    Raises:
        LockError: naming the line.
    """
    return [_locked(line, path.name) for line in _lines(path.read_text(encoding="utf-8"))]


def _lines(text: str) -> Iterator[str]:
    """Yield requirements, each with the lines that continue it."""
    for line in text.replace("\\\n", " ").splitlines():
        if line.strip() and not line.startswith("#"):
            yield line


def _locked(line: str, where: str) -> Locked:
    hashes = tuple(_HASH.findall(line))
    requirement = Requirement(_HASH.sub("", line).strip())
    specifiers = list(requirement.specifier)
    if len(specifiers) != 1 or specifiers[0].operator != "==" or requirement.url:
        raise LockError(f"{where}: {line.split(' --hash')[0]!r} is not one exact version (==).")
    name = canonicalize_name(requirement.name)
    return Locked(name, specifiers[0].version, requirement.marker, hashes)
