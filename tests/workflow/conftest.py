"""A built toy project, made once and copied for every test."""

import shutil
from pathlib import Path

import pytest

from tests.workflow.project import ToyProject


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> ToyProject:
    """A toy project after snakemake, dvc repro, commit and push; do not change it."""
    root = tmp_path_factory.mktemp("built")
    project = ToyProject.create(root / "project")
    project.run("dvc", "remote", "add", "-q", "-d", "storage", str(root / "storage"))
    project.snakemake()
    project.repro()
    project.commit("results")
    project.run("dvc", "push", "-q")
    return project


@pytest.fixture
def toy(built: ToyProject, tmp_path: Path) -> ToyProject:
    """A copy of the built toy project to do anything with."""
    shutil.copytree(built.root, tmp_path / "project", symlinks=True)
    return ToyProject(tmp_path / "project")


@pytest.fixture
def clone(built: ToyProject, tmp_path: Path) -> ToyProject:
    """A fresh clone of the built toy project after dvc pull."""
    built.run("git", "clone", "-q", str(built.root), str(tmp_path / "clone"))
    project = ToyProject(tmp_path / "clone")
    project.run("dvc", "pull", "-q")
    return project
