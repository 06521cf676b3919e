"""What the syntax tree of a source file says, remembered by the bytes of the file.

Making and writing out trees is what a dry run would do for most of its time. The memory cannot
speak of other bytes than those that were read, nor for another normalization: its keys are sha256
of contents, and it is dropped whole when the code that makes readings, or Python, is another one. A
damaged memory costs time, nothing else. Whoever must believe nothing (records, audits) has none.
"""

import ast
import hashlib
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from workflow_engine.provenance import canonical, syntax
from workflow_engine.provenance.canonical import digest
from workflow_engine.provenance.memory import Memory
from workflow_engine.provenance.syntax import statements, text_of, without_docstrings


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
        return [
            self.digest,
            [
                [import_line.level, import_line.module, import_line.names]
                for import_line in self.imports
            ],
        ]

    @classmethod
    def from_json(cls, value: Any) -> "Reading":
        """Return a reading of the memory."""
        digest_of_tree, imports = value
        return cls(
            digest_of_tree,
            tuple(Import(level, name, tuple(names)) for level, name, names in imports),
        )


@dataclass
class Readings:
    """Reads source files; remembers readings in ``memory`` (a JSON file) where one is given."""

    memory: Path | None = None
    _known: Memory = field(init=False)

    def __post_init__(self) -> None:
        self._known = Memory(self.memory, _version() if self.memory else "")

    def __call__(self, text: bytes) -> Reading:
        """Return the reading of a source file with these bytes.

        Raises:
            SyntaxError, ValueError: not Python, or not UTF-8.
        """
        if not self._known:
            return Reading.of(text)
        key = hashlib.sha256(text).hexdigest()
        with suppress(ValueError, TypeError):
            return Reading.from_json(self._known.get(key))
        reading = Reading.of(text)
        self._known.put(key, reading.as_json())
        return reading

    def save(self) -> None:
        """Keep what was learned for the next run."""
        self._known.save()


def _version() -> str:
    """Return a digest of all that decides a reading besides the bytes that are read."""
    files = [str(module.__file__) for module in (canonical, syntax)]
    code = [Path(file).read_text(encoding="utf-8") for file in (__file__, *files)]
    return digest([sys.version, code])
