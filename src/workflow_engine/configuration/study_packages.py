"""Which studies exist: the packages in the folder ``studies`` that have a plan."""

import pkgutil
from pathlib import Path

from workflow_engine.house import package, source_folder


def study_packages() -> frozenset[str]:
    """Return the names of all studies, those that params.yaml does not list included.

    Folders are looked at and nothing is imported: a study that is switched off may be half written.
    """
    folder = source_folder() / package() / "studies"
    return frozenset(
        found.name
        for found in pkgutil.iter_modules([str(folder)])
        if found.ispkg and _has_plan(folder / found.name)
    )


def _has_plan(package: Path) -> bool:
    return any(module.name == "plan" for module in pkgutil.iter_modules([str(package)]))
