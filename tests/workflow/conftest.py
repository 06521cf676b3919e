"""Built projects, made once and copied for tests: the toy, and this house at smoke scale."""

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.workflow.house import SMOKE, checkout, vouched
from tests.workflow.project import ToyProject


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> ToyProject:
    """A toy project after snakemake, dvc repro, commit and push; do not change it."""

    def make(root: Path) -> None:
        project = ToyProject.create(root)
        storage = str(root.with_name("storage_of_the_toy"))
        project.run("dvc", "remote", "add", "-q", "-d", "storage", storage)
        project.snakemake()
        project.repro()
        project.commit("results")
        project.run("dvc", "push", "-q")

    return ToyProject(_made_once(tmp_path_factory, "toy", make))


@pytest.fixture
def toy(built: ToyProject, tmp_path: Path) -> ToyProject:
    """A copy of the built toy project to do anything with."""
    return built.copied(tmp_path / "project")


@pytest.fixture
def clone(built: ToyProject, tmp_path: Path) -> ToyProject:
    """A fresh clone of the built toy project after dvc pull."""
    built.run("git", "clone", "-q", str(built.root), str(tmp_path / "clone"))
    project = ToyProject(tmp_path / "clone")
    project.run("dvc", "pull", "-q")
    return project


@pytest.fixture(scope="session")
def smoke(tmp_path_factory: pytest.TempPathFactory) -> ToyProject:
    """All studies as after a run at smoke scale, in name only (``vouched``); do not change it."""

    def make(root: Path) -> None:
        # and so the memories of later runs are there to copy
        assert vouched(root).planned(*SMOKE) == {}

    return ToyProject(_made_once(tmp_path_factory, "vouched_at_smoke_scale", make))


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> ToyProject:
    """All studies built at smoke scale; every worker has a copy."""
    built = _made_once(
        tmp_path_factory, "house_at_smoke_scale", lambda root: checkout(root).snakemake(*SMOKE)
    )
    project = tmp_path_factory.mktemp("house") / "project"
    shutil.copytree(built, project)
    return ToyProject(project)


def _made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return a folder that the first worker to need it makes; others wait."""
    folder = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / name).exists():
            making = folder / f"{name}_in_the_making"
            shutil.rmtree(making, ignore_errors=True)
            make(making)
            making.rename(folder / name)
    return folder / name
