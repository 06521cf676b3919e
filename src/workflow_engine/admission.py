"""Which modules imports find directly below ``src``: the project's packages, and nothing else.

A file ``random.py`` there, or a folder ``cupy``, would stand for a module of Python or of a library
wherever ``src`` is on the path, and no digest holds it. Jobs and the main process do not find it;
runs and audits refuse it by name.
"""

import os
import sys
from importlib.machinery import (
    SOURCE_SUFFIXES,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
    all_suffixes,
)
from pathlib import Path
from types import ModuleType

_ENGINE = ("snakemake_logger_plugin_compsparse", "workflow_engine")


class IsolationError(Exception):
    """Code from elsewhere than the environment and the packages in ``src`` could be loaded."""


def packages(source: Path) -> frozenset[str]:
    """Return the names of the project's packages: the engine's, and the one with the studies."""
    houses = (folder.name for folder in source.iterdir() if (folder / "studies").is_dir())
    return frozenset((*_ENGINE, *houses))


def foreign_modules(source: Path) -> list[str]:
    """Return the names of all that imports could find in ``src`` beside the packages."""
    admitted = packages(source)
    with os.scandir(source) as entries:
        return sorted(
            entry.name
            for entry in entries
            if _is_importable(entry) and not (entry.is_dir() and entry.name in admitted)
        )


def _is_importable(entry: os.DirEntry[str]) -> bool:
    stem, dot, ending = entry.name.partition(".")
    if entry.is_dir():  # without __init__.py too
        return not dot and stem != "__pycache__"
    return bool(stem) and f".{ending}" in all_suffixes()


def remedy(source: Path) -> str:
    """Say what is wrong with a foreign module, and what to do."""
    *others, last = sorted(packages(source))
    return (
        "could be imported in place of a module of Python or of a library. Only the packages "
        f"{', '.join(others)} and {last} belong directly below src; move it into one of them, or "
        "elsewhere."
    )


def require_packages_alone(source: Path) -> None:
    """Refuse to compute where imports could find more than the packages.

    Raises:
        IsolationError: naming what they could find.
    """
    if foreign := foreign_modules(source):
        from workflow_engine.validation.printable import printable

        names = ", ".join(f"src/{printable(name)}" for name in foreign)
        raise IsolationError(f"{names} {remedy(source)}")


class _Packages(FileFinder):
    """Finds the packages, and no module beside them."""

    def __init__(self, path: str, names: frozenset[str]) -> None:
        super().__init__(path, (SourceFileLoader, SOURCE_SUFFIXES))
        self._names = names

    def find_spec(self, fullname: str, target: ModuleType | None = None) -> ModuleSpec | None:
        """Find one of the packages."""
        return super().find_spec(fullname, target) if fullname in self._names else None


def admit_packages_alone(source: Path) -> None:
    """Make later imports find the packages in ``src`` alone, whatever else comes to lie there."""
    names, place = packages(source), source.resolve()

    def finder(entry: str) -> FileFinder:
        if Path(entry).resolve() != place:
            raise ImportError(f"{entry} is not for this finder.")  # Python then asks the next one
        return _Packages(entry, names)

    sys.path_hooks.insert(0, finder)
    sys.path_importer_cache.clear()
