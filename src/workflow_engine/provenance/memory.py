"""What was found out about some bytes, kept for the next run.

A memory costs time where it is lost or damaged, nothing else; it is dropped whole where what made
it is another. Whoever must believe nothing (records, audits) has none.
"""

import hashlib
import json
import os
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from workflow_engine.provenance.canonical import canonical, digest
from workflow_engine.provenance.project import Project
from workflow_engine.validation.regular_files import read_regular, read_text

_MOST = 4096  # entries that are kept; the package has some hundred modules, studies as many records


@dataclass
class Memory:
    """JSON values by keys that stand for bytes; kept in the file ``path`` where one is given.

    ``made_by`` names all that decides a value besides its key.
    """

    path: Path | None = None
    made_by: str = ""
    _known: dict[str, Any] = field(default_factory=dict)
    _used: dict[str, Any] = field(default_factory=dict)
    _learned: bool = False

    def __post_init__(self) -> None:
        if self.path is not None:
            with suppress(OSError, ValueError, TypeError, LookupError, RecursionError):
                content = json.loads(read_text(self.path))
                known = content["known"]
                if (content["made_by"], content["check"]) == (self.made_by, digest(known)):
                    self._known = dict(known)

    def __bool__(self) -> bool:
        """Whether anything is kept at all."""
        return self.path is not None

    def get(self, key: str) -> Any:
        """Return the value of a key, None where there is none."""
        value = self._known.get(key)
        if value is not None:
            self._used[key] = value
        return value

    def put(self, key: str, value: Any) -> None:
        """Remember a value."""
        self._known[key] = self._used[key] = value
        self._learned = True

    def save(self) -> None:
        """Keep what was learned for the next run, what was used now first."""
        if self.path is None or not self._learned:
            return
        others = [entry for entry in self._known.items() if entry[0] not in self._used]
        kept = dict([*self._used.items(), *others][:_MOST])
        content = {"made_by": self.made_by, "check": digest(kept), "known": kept}
        temporary = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        with suppress(OSError):  # a memory is not worth a failed run
            self.path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_text(json.dumps(content), encoding="utf-8")
            temporary.replace(self.path)


def package_key(project: Project) -> str | None:
    """Return the sha256 of Python's version and of every module of the packages with its name.

    None where a module cannot be read: what is wrong with it is said where it is needed.
    """
    found = hashlib.sha256(sys.version.encode())
    try:
        for folder, folders, names in os.walk(project.src):
            folders.sort()
            for name in sorted(names):
                if name.endswith(".py"):
                    hash_named(found, project, Path(folder, name))
    except (OSError, ValueError):
        return None
    return found.hexdigest()


def hash_named(found: "hashlib._Hash", project: Project, path: Path) -> None:
    """Add a file's name in the project and its bytes to a hash.

    Raises:
        OSError, NotRegularError: it cannot be read.
    """
    content = read_regular(path)
    name = str(path).removeprefix(f"{project.root}{os.sep}")
    found.update(canonical([name, len(content)]).encode() + content)
