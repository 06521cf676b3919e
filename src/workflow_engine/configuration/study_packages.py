"""Which studies exist: the packages in the folder ``studies`` that have a plan."""

from pathlib import Path

from workflow_engine.house import package, source_folder


def study_packages() -> frozenset[str]:
    """Return the names of all studies, those that params.yaml does not list included.

    Folders are looked at and nothing is imported: a study that is switched off may be half written.
    Nor is Python's finder asked: it would remember these folders before their package has said that
    its modules are read from their sources.
    """
    folder = source_folder() / package() / "studies"
    found = folder.iterdir() if folder.is_dir() else ()
    return frozenset(study.name for study in found if _is_package(study) and _has_plan(study))


def _is_package(folder: Path) -> bool:
    return (folder / "__init__.py").is_file() and folder.name.isidentifier()


def _has_plan(study: Path) -> bool:
    return (study / "plan.py").is_file() or _is_package(study / "plan")
