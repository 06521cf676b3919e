"""What the syntax tree of a source file says, remembered by the bytes of the file.

Making and writing out trees is what a dry run would do for most of its time. The memory cannot
speak of other bytes than those that were read, nor for another normalization: its keys are sha256
of contents, and it is dropped whole when the code that makes readings, or Python, is another one. A
damaged memory costs time, nothing else. Whoever must believe nothing (records, audits) has none.
"""

import ast
import hashlib
import json
import os
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from compsparse.provenance import canonical, syntax
from compsparse.provenance.canonical import digest
from compsparse.provenance.syntax import statements, text_of, without_docstrings
from compsparse.validation.regular_files import read_text

_MOST = 4096  # readings that are kept; the package has some hundred modules


@dataclass(frozen=True)
class Import:
    """One name of an import statement, or all names that come from one module.

    ``level`` counts the dots before ``module``; ``names`` are those behind ``import``, none for a
    plain import.
    """

    level: int
    module: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reading:
    """The digest of a file's normalized syntax tree, and what the file imports."""

    digest: str
    imports: tuple[Import, ...]

    @classmethod
    def of(cls, text: bytes) -> "Reading":
        """Read a source file.

        Raises:
            SyntaxError, ValueError: not Python, or not UTF-8.
        """
        tree = ast.parse(text.decode("utf-8"))
        found: list[Import] = []
        for node in statements(tree):
            if isinstance(node, ast.Import):
                found += [Import(0, alias.name) for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = tuple(alias.name for alias in node.names)
                found.append(Import(node.level, node.module or "", names))
        return cls(digest(text_of(without_docstrings(tree))), tuple(found))

    def as_json(self) -> list[Any]:
        """Return the reading for the memory."""
        return [self.digest, [[each.level, each.module, each.names] for each in self.imports]]

    @classmethod
    def from_json(cls, value: Any) -> "Reading":
        """Return a reading of the memory."""
        own, imports = value
        return cls(own, tuple(Import(level, name, tuple(names)) for level, name, names in imports))


@dataclass
class Readings:
    """Reads source files; remembers readings in ``memory`` (a JSON file) where one is given."""

    memory: Path | None = None
    _known: dict[str, Any] = field(default_factory=dict)
    _used: dict[str, Any] = field(default_factory=dict)
    _learned: bool = False

    def __post_init__(self) -> None:
        if self.memory is not None:
            with suppress(OSError, ValueError, TypeError, LookupError, RecursionError):
                content = json.loads(read_text(self.memory))
                known = content["readings"]
                if (content["version"], content["check"]) == (_version(), digest(known)):
                    self._known = known

    def __call__(self, text: bytes) -> Reading:
        """Return the reading of a source file with these bytes.

        Raises:
            SyntaxError, ValueError: not Python, or not UTF-8.
        """
        if self.memory is None:
            return Reading.of(text)
        key = hashlib.sha256(text).hexdigest()
        if key in self._known:
            with suppress(ValueError, TypeError):
                reading = Reading.from_json(self._known[key])
                self._used[key] = self._known[key]
                return reading
        reading = Reading.of(text)
        self._used[key] = reading.as_json()
        self._learned = True
        return reading

    def save(self) -> None:
        """Keep what was learned for the next run, those of now first."""
        if self.memory is None or not self._learned:
            return
        others = [entry for entry in self._known.items() if entry[0] not in self._used]
        kept = dict([*self._used.items(), *others][:_MOST])
        content = {"version": _version(), "check": digest(kept), "readings": kept}
        temporary = self.memory.with_name(f"{self.memory.name}.{os.getpid()}")
        with suppress(OSError):  # a memory is not worth a failed run
            self.memory.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_text(json.dumps(content), encoding="utf-8")
            temporary.replace(self.memory)


def _version() -> str:
    """Return a digest of all that decides a reading besides the bytes that are read."""
    files = [str(module.__file__) for module in (canonical, syntax)]
    code = [Path(file).read_text(encoding="utf-8") for file in (__file__, *files)]
    return digest([sys.version, code])
