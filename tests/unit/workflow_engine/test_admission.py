"""What counts as a module beside the project's packages, and how it is refused."""

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from workflow_engine.admission import (
    IsolationError,
    foreign_modules,
    packages,
    require_packages_alone,
)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """The folder ``src`` of a house of another name."""
    for name in ("house/studies", "workflow_engine", "snakemake_logger_plugin_compsparse"):
        (tmp_path / "src" / name).mkdir(parents=True)
    return tmp_path / "src"


def test_the_packages_are_the_engines_and_the_one_with_studies(source: Path) -> None:
    names = {"house", "snakemake_logger_plugin_compsparse", "workflow_engine"}
    assert packages(source) == names
    require_packages_alone(source)


FILES = ["random.py", "json.pyc", *(f"numpy{suffix}" for suffix in EXTENSION_SUFFIXES)]


@pytest.mark.parametrize("name", [*FILES, "house.py", "sitecustomize.py"])
def test_a_file_that_can_be_imported_is_foreign(source: Path, name: str) -> None:
    (source / name).touch()
    assert foreign_modules(source) == [name]


def test_a_folder_without_a_module_can_be_imported_too(source: Path) -> None:
    (source / "cupy").mkdir()
    (source / "torch/studio").mkdir(parents=True)
    assert foreign_modules(source) == ["cupy", "torch"]


def test_what_no_import_finds_may_stay(source: Path) -> None:
    for name in ("__pycache__", "compsparse.egg-info", ".mypy_cache"):
        (source / name).mkdir()
    for name in ("notes.txt", ".hidden.py", ".py", "py.typed", "a.b.py", "Makefile"):
        (source / name).touch()
    assert foreign_modules(source) == []


def test_a_refusal_names_all_of_them_what_is_allowed_and_what_to_do(source: Path) -> None:
    (source / "random.py").touch()
    (source / "cupy").mkdir()
    with pytest.raises(IsolationError) as error:
        require_packages_alone(source)
    assert str(error.value) == (
        "src/cupy, src/random.py could be imported in place of a module of Python or of a library. "
        "Only the packages house, snakemake_logger_plugin_compsparse and workflow_engine belong "
        "directly below src; move it into one of them, or elsewhere."
    )
