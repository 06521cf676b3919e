"""The import closure of a module inside the package, read from source without running anything.

The code digest of a step covers the normalized syntax trees of all modules that the step imports,
directly or not: comments, formatting and docstrings do not count, everything else does, and it is
the same under every supported Python. Imports by name at run time are invisible here, so the runner
refuses modules that were loaded from outside the closure.
"""

import ast
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from compsparse.provenance.canonical import digest
from compsparse.provenance.syntax import statements, text_of, without_docstrings
from compsparse.source_code import compiled
from compsparse.validation.regular_files import LARGEST_TEXT, read_regular

PACKAGE = "compsparse"


class ClosureError(Exception):
    """A module of the closure is missing or cannot be parsed."""


@dataclass
class Sources:
    """The package's source files as they are now; reads each file once.

    Make a new instance to see later edits.
    """

    root: Path  # the folder that holds the package, ``src``
    _texts: dict[str, tuple[Path, bytes]] = field(default_factory=dict)
    _trees: dict[str, ast.Module] = field(default_factory=dict)
    _imports: dict[str, tuple[frozenset[str], frozenset[str]]] = field(default_factory=dict)
    _digests: dict[str, str] = field(default_factory=dict)

    def path(self, module: str) -> Path | None:
        """Return the file of a module of the package, or None where there is none."""
        base = self.root.joinpath(*module.split("."))
        for candidate in (base / "__init__.py", base.with_suffix(".py")):
            if candidate.is_file():
                return candidate
        return None

    def tree(self, module: str) -> ast.Module:
        """Return the syntax tree of a module.

        Raises:
            ClosureError: no such module, or not Python.
        """
        if module not in self._trees:
            path = self.path(module)
            if path is None:
                raise ClosureError(f"There is no module {module} under {self.root}.")
            try:
                text = read_regular(path, through_links=True, limit=LARGEST_TEXT)
                self._texts[module] = path, text
                self._trees[module] = ast.parse(text.decode("utf-8"))
            except (OSError, SyntaxError, ValueError) as error:  # not UTF-8, or null bytes
                raise ClosureError(f"{path}: not readable as Python ({error}).") from None
        return self._trees[module]

    def unchanged(self, modules: Iterable[str]) -> bool:
        """Say whether the files of these modules, as far as they were read, hold the same bytes."""
        try:
            return all(
                self.path(module) == path
                and read_regular(path, through_links=True, limit=LARGEST_TEXT) == text
                for module in modules
                if module in self._texts
                for path, text in [self._texts[module]]
            )
        except OSError:
            return False

    def compile(self, modules: Iterable[str]) -> None:
        """Compile these modules, as far as they were read: forks of this process need not."""
        for module in modules:
            if module in self._texts:
                path, text = self._texts[module]
                compiled(str(path), text)

    def imports(self, module: str) -> tuple[frozenset[str], frozenset[str]]:
        """Return (modules of the package, other top-level names) that ``module`` imports."""
        if module not in self._imports:
            inside: set[str] = set()
            outside: set[str] = set()
            for name in self._imported_names(module):
                if name.split(".")[0] != PACKAGE:
                    outside.add(name.split(".")[0])
                    continue
                # `from package.module import name`: name may be a module or a value
                while self.path(name) is None and "." in name:
                    name = name.rpartition(".")[0]
                inside.add(name)
            self._imports[module] = frozenset(inside), frozenset(outside)
        return self._imports[module]

    def _imported_names(self, module: str) -> set[str]:
        names: set[str] = set()
        path = self.path(module)
        is_package = path is not None and path.name == "__init__.py"
        for node in statements(self.tree(module)):
            if isinstance(node, ast.Import):
                names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                base = node.module or ""
                if node.level:
                    parts = module.split(".")
                    keep = len(parts) - node.level + (1 if is_package else 0)
                    base = ".".join(filter(None, [*parts[:keep], base]))
                names.add(base)
                names.update(f"{base}.{alias.name}" for alias in node.names)
        return names

    def closure(self, *modules: str) -> frozenset[str]:
        """Return all modules of the package that importing ``modules`` loads.

        Raises:
            ClosureError: a module is missing or not Python.
        """
        found: set[str] = set()
        todo = list(modules)
        while todo:
            module = todo.pop()
            if module in found:
                continue
            found.add(module)
            todo.extend(self.imports(module)[0])
            parent = module.rpartition(".")[0]
            if parent:
                todo.append(parent)  # importing a.b.c runs a and a.b first
        return frozenset(found)

    def third_party(self, modules: frozenset[str]) -> frozenset[str]:
        """Return the top-level names outside Python and the package that ``modules`` import."""
        names = {name for module in modules for name in self.imports(module)[1]}
        return frozenset(n for n in names if n not in sys.stdlib_module_names)

    def module_digest(self, module: str) -> str:
        """Return the digest of one module's normalized syntax tree."""
        if module not in self._digests:
            tree = without_docstrings(self.tree(module))
            self._digests[module] = digest(text_of(tree))
        return self._digests[module]

    def code_digest(self, modules: frozenset[str]) -> str:
        """Return the digest of the normalized syntax trees of ``modules``."""
        return digest({module: self.module_digest(module) for module in modules})
