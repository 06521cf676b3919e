"""The import closure of a module inside the package, read from source without running anything.

The code digest of a step covers the normalized syntax trees of all modules that the step imports,
directly or not: comments, formatting and docstrings do not count, everything else does, and it is
the same under every supported Python. Imports by name at run time are invisible here, so the runner
refuses modules that were loaded from outside the closure.
"""

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import CodeType

from workflow_engine.provenance.canonical import digest
from workflow_engine.provenance.readings import Reading, Readings
from workflow_engine.source_code import compiled
from workflow_engine.validation.regular_files import LARGEST_TEXT, read_regular


class ClosureError(Exception):
    """A module of the closure is missing or cannot be parsed."""


@dataclass
class Sources:
    """The packages' source files as they are now; reads each file once.

    Make a new instance to see later edits.
    """

    root: Path  # the folder that holds the packages, ``src``
    read: Readings = field(default_factory=Readings)
    _texts: dict[str, tuple[Path, bytes]] = field(default_factory=dict)
    _modules: dict[str, str] = field(default_factory=dict)
    _readings: dict[str, Reading] = field(default_factory=dict)
    _imports: dict[str, tuple[frozenset[str], frozenset[str]]] = field(default_factory=dict)
    _closures: dict[tuple[str, ...], frozenset[str]] = field(default_factory=dict)
    _dotted: dict[frozenset[str], frozenset[str]] = field(default_factory=dict)

    @cached_property
    def packages(self) -> frozenset[str]:
        """The project's own packages: those whose sources decide what a job leaves."""
        with os.scandir(self.root) as entries:
            return frozenset(e.name for e in entries if Path(e.path, "__init__.py").is_file())

    def path(self, module: str) -> Path | None:
        """Return the file of a module of the package, or None where there is none."""
        base = f"{self.root}/{module.replace('.', '/')}"  # a Path of each would take longer
        found = filter(os.path.isfile, (f"{base}/__init__.py", f"{base}.py"))
        return next(map(Path, found), None)

    def reading(self, module: str) -> Reading:
        """Return what the syntax tree of a module says.

        Raises:
            ClosureError: no such module, or not Python.
        """
        if module not in self._readings:
            path = self.path(module)
            if path is None:
                raise ClosureError(f"There is no module {module} under {self.root}.")
            try:
                text = read_regular(path, through_links=True, limit=LARGEST_TEXT)
                self._texts[module] = path, text
                self._readings[module] = self.read(text)
            except (OSError, SyntaxError, ValueError) as error:  # not UTF-8, or null bytes
                raise ClosureError(f"{path}: not readable as Python ({error}).") from None
        return self._readings[module]

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

    def names_used(self, modules: Iterable[str]) -> frozenset[str]:
        """Return the names and attributes that modules ask for, as far as they were read."""
        texts = [self._texts[module] for module in modules if module in self._texts]
        return frozenset().union(*(_names(compiled(str(path), text)) for path, text in texts))

    def imports(self, module: str) -> tuple[frozenset[str], frozenset[str]]:
        """Return (modules of the package, other top-level names) that ``module`` imports."""
        if module not in self._imports:
            ours: set[str] = set()
            outside: set[str] = set()
            for name in self._imported_names(module):
                if name.split(".")[0] not in self.packages:
                    outside.add(name.split(".")[0])
                    continue
                ours.add(self._module(name))
            self._imports[module] = frozenset(ours), frozenset(outside)
        return self._imports[module]

    def _module(self, name: str) -> str:
        """Return the module that a name stands in: `from package.module import name`."""
        if name not in self._modules:
            found = self.path(name) is not None or "." not in name
            self._modules[name] = name if found else self._module(name.rpartition(".")[0])
        return self._modules[name]

    def _imported_names(self, module: str) -> set[str]:
        names: set[str] = set()
        path = self.path(module)
        is_package = path is not None and path.name == "__init__.py"
        for imported in self.reading(module).imports:
            base = imported.module
            if imported.level:
                parts = module.split(".")
                keep = len(parts) - imported.level + (1 if is_package else 0)
                base = ".".join(filter(None, [*parts[:keep], base]))
            names.add(base)
            names.update(f"{base}.{name}" for name in imported.names)
        return names

    def closure(self, *modules: str) -> frozenset[str]:
        """Return all modules of the package that importing ``modules`` loads.

        Raises:
            ClosureError: a module is missing or not Python.
        """
        if modules not in self._closures:
            self._closures[modules] = self._closure(modules)
        return self._closures[modules]

    def _closure(self, modules: tuple[str, ...]) -> frozenset[str]:
        found: set[str] = set()
        todo = set(modules)
        while todo:
            found |= todo
            imported = [self.imports(module)[0] for module in sorted(todo)]
            # importing a.b.c runs a and a.b first
            parents = {module.rpartition(".")[0] for module in todo} - {""}
            todo = parents.union(*imported) - found
        return frozenset(found)

    def third_party(self, modules: frozenset[str]) -> frozenset[str]:
        """Return the top-level names outside Python and the package that ``modules`` import."""
        names = frozenset[str]().union(*(self.imports(module)[1] for module in modules))
        return names - sys.stdlib_module_names

    def dotted(self, modules: Iterable[str]) -> frozenset[str]:
        """Return all that ``modules`` import from outside the package, each part of a name too.

        ``from scipy import ndimage`` gives ``scipy`` and ``scipy.ndimage``.
        """
        if (key := frozenset(modules)) not in self._dotted:
            names: set[str] = set()
            for imported in {e for m in key for e in self.reading(m).imports if not e.level}:
                for name in (
                    imported.module,
                    *(f"{imported.module}.{imported_name}" for imported_name in imported.names),
                ):
                    parts = name.split(".")
                    if parts[0] not in self.packages:
                        names.update(".".join(parts[:n]) for n in range(1, len(parts) + 1))
            self._dotted[key] = frozenset(names)
        return self._dotted[key]

    def module_digest(self, module: str) -> str:
        """Return the digest of one module's normalized syntax tree."""
        return self.reading(module).digest

    def code_digest(self, modules: frozenset[str]) -> str:
        """Return the digest of the normalized syntax trees of ``modules``."""
        return digest({module: self.module_digest(module) for module in modules})


def _names(code: CodeType) -> frozenset[str]:
    """Return the names that a code asks for, functions and classes in it too."""
    ours = [part for part in code.co_consts if isinstance(part, CodeType)]
    return frozenset(code.co_names).union(*map(_names, ours))
