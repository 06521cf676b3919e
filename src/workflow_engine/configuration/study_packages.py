"""Which studies exist: the packages of ``compsparse.studies`` that have a plan."""

import pkgutil
from pathlib import Path

import compsparse


def study_packages() -> frozenset[str]:
    """Return the names of all studies, those that params.yaml does not list included.

    Folders are looked at and nothing is imported: a study that is switched off may be half written.
    """
    studies = [Path(folder, "studies") for folder in compsparse.__path__]
    return frozenset(
        package.name
        for folder in studies
        for package in pkgutil.iter_modules([str(folder)])
        if package.ispkg and _has_plan(folder / package.name)
    )


def _has_plan(package: Path) -> bool:
    return any(module.name == "plan" for module in pkgutil.iter_modules([str(package)]))
