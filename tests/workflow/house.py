"""A copy of this repository's own workflow, to build at smoke scale."""

import shutil
from pathlib import Path

from tests.workflow.project import REPOSITORY, ToyProject

PARTS = (
    "Snakefile",
    "params.yaml",
    "constraints.txt",
    "dvc.yaml",
    "profiles",
    "workflow",
    "src",
)
SMOKE = ("--config", "scale=smoke")
OUT = "results/.scratch/smoke"


def checkout(folder: Path) -> ToyProject:
    """Copy the house without any result."""
    folder.mkdir(parents=True)
    for name in PARTS:
        source = REPOSITORY / name
        if source.is_dir():
            ignore = shutil.ignore_patterns("__pycache__", "*.egg-info")
            shutil.copytree(source, folder / name, ignore=ignore)
        else:
            shutil.copy(source, folder / name)
    return ToyProject(folder)


def edited(built: ToyProject, folder: Path, study: str, old: str, new: str) -> ToyProject:
    """Return a copy of a built house with an edit of what a study has at another scale."""
    project = ToyProject(folder)
    shutil.copytree(built.root, project.root)
    project.edit(f"workflow/scales/{study}.yaml", old, new)
    return project
