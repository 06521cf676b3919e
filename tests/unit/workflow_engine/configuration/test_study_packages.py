"""Which studies exist is read from the folders of the package; none of their code is run."""

import sys
from pathlib import Path

import pytest

import compsparse
from workflow_engine.configuration import study_packages as module
from workflow_engine.configuration.study_packages import study_packages

SOURCE = Path(compsparse.__path__[0], "studies")


@pytest.fixture
def studies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in the place of the studies."""
    monkeypatch.setattr(module, "source_folder", lambda: tmp_path)
    monkeypatch.setattr(module, "package", lambda: "toy")
    return tmp_path / "toy" / "studies"


def write(folder: Path, *names: str) -> None:
    """Write modules that must not be imported."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("raise AssertionError('imported')\n")


def test_a_study_is_a_package_with_a_plan(studies: Path) -> None:
    assert study_packages() == set()
    write(studies, "module/__init__.py", "module/plan.py")
    write(studies, "by_theme/__init__.py", "by_theme/plan/__init__.py")
    assert study_packages() == {"module", "by_theme"}


def test_a_package_without_studies_has_none(tmp_path: Path, studies: Path) -> None:
    assert not studies.exists()
    assert study_packages() == set()


def test_other_things_in_the_folder_are_no_studies(studies: Path) -> None:
    write(studies, "__init__.py", "helper.py", "begun/__init__.py", "begun/network.py")
    write(studies, "text/__init__.py", "text/plan.txt", ".hidden/plan.py")
    # what git leaves behind where a study was on another branch
    write(studies, "left/__pycache__/__init__.cpython-311.pyc")
    write(studies, "left/__pycache__/plan.cpython-311.pyc")
    assert study_packages() == set()


def test_this_repository_has_the_studies_whose_plan_stands_in_its_source_folder() -> None:
    found = study_packages()
    assert found == {path.parent.name for path in SOURCE.glob("*/plan*")}
    assert {"factorial", "emergence"} <= found


def test_no_study_is_imported(studies: Path) -> None:
    before = set(sys.modules)
    write(studies, "other/__init__.py", "other/plan.py")
    assert study_packages() == {"other"}
    assert {name for name in set(sys.modules) - before if "studies" in name} == set()
