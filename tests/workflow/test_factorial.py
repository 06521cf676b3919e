"""The whole study `factorial` at smoke scale, by the real rules of this repository."""

import shutil
from pathlib import Path

import pytest

from tests.workflow.project import REPOSITORY, ToyProject

HOUSE = (
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
    for name in HOUSE:
        source = REPOSITORY / name
        if source.is_dir():
            ignore = shutil.ignore_patterns("__pycache__", "*.egg-info")
            shutil.copytree(source, folder / name, ignore=ignore)
        else:
            shutil.copy(source, folder / name)
    return ToyProject(folder)


@pytest.fixture(scope="module")
def smoke(tmp_path_factory: pytest.TempPathFactory) -> ToyProject:
    """The study built at smoke scale."""
    project = checkout(tmp_path_factory.mktemp("smoke") / "project")
    project.snakemake(*SMOKE)
    return project


def test_nothing_is_left_to_do_and_the_audit_is_clean(smoke: ToyProject) -> None:
    assert smoke.planned(*SMOKE) == {}
    assert smoke.audit(OUT) == (0, [])


def test_every_planned_kind_of_file_is_there(smoke: ToyProject) -> None:
    files = smoke.contents(OUT)
    assert {Path(name).suffix for name in files} == {
        ".npz",
        ".safetensors",
        ".csv",
        ".json",
        ".svg",
        ".png",
    }
    assert "factorial/claims.json" in files
    assert "factorial/metrics.json" in files


def test_two_folders_give_equal_bytes(smoke: ToyProject, tmp_path: Path) -> None:
    other = checkout(tmp_path / "elsewhere")
    other.snakemake(*SMOKE)
    assert other.contents(OUT) == smoke.contents(OUT)


def test_one_value_reruns_its_dependents_only(smoke: ToyProject, tmp_path: Path) -> None:
    project = ToyProject(tmp_path / "edited")
    shutil.copytree(smoke.root, project.root)
    project.edit("params.yaml", "parents: [1, 2], output_factors", "parents: [2], output_factors")
    # the training job stacks all numbers of parents; Figure 5 reads the same runs
    assert project.planned(*SMOKE) == {
        "factorial_train": 1,
        "factorial_evaluate": 2,
        "factorial_compression_grid_a": 1,
        "factorial_compression_compute": 1,
        "factorial_judge": 1,
    }


def test_one_result_by_its_id(smoke: ToyProject, tmp_path: Path) -> None:
    project = checkout(tmp_path / "one")
    project.snakemake("factorial_graph", *SMOKE)
    assert {p for p in project.contents(OUT) if p.endswith((".csv", ".png"))} == {
        "factorial/tables/factorial_graph.csv",
        "factorial/figures/factorial_graph.png",
    }
