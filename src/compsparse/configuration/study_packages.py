"""Which studies exist: the packages of ``compsparse.studies`` that have settings."""

import pkgutil
from pathlib import Path

import compsparse.studies


def study_packages() -> frozenset[str]:
    """Return the names of all studies, those that params.yaml does not list included.

    Folders are looked at and nothing is imported: a study that is switched off may be half written.
    """
    return frozenset(
        package.name
        for parent in compsparse.studies.__path__
        for package in pkgutil.iter_modules([parent])
        if package.ispkg and _has_settings(Path(parent, package.name))
    )


def _has_settings(package: Path) -> bool:
    # a module or, where a study is divided by theme, a package
    return any(module.name == "settings" for module in pkgutil.iter_modules([str(package)]))
