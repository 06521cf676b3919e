"""The whole study `factorial` at smoke scale, by the real rules of this repository."""

import fcntl
import json
import os
import shutil
from pathlib import Path

import pytest

from compsparse.claims.registry import read_registry
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
    """The study built at smoke scale, by the first worker that needs it; others copy."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    built = folder / "factorial_at_smoke_scale"
    with (folder / "factorial_at_smoke_scale.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not built.exists():
            making = folder / "factorial_in_the_making"
            shutil.rmtree(making, ignore_errors=True)
            checkout(making).snakemake(*SMOKE)
            making.rename(built)
    own = tmp_path_factory.mktemp("smoke") / "project"
    shutil.copytree(built, own)
    return ToyProject(own)


def edited(smoke: ToyProject, folder: Path, old: str, new: str) -> ToyProject:
    """Return a copy of the built study with an edit of params.yaml."""
    project = ToyProject(folder)
    shutil.copytree(smoke.root, project.root)
    project.edit("params.yaml", old, new)
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
    project = edited(
        smoke,
        tmp_path / "edited",
        "parents: [1, 2], output_factors",
        "parents: [2], output_factors",
    )
    # the training job stacks all numbers of parents; Figure 5 reads the same runs, the global
    # minimum their data, the summary the table of grid A
    assert project.planned(*SMOKE) == {
        "factorial_train": 1,
        "factorial_evaluate": 4,
        "factorial_compression_grid_a": 1,
        "factorial_compression_compute": 1,
        "factorial_global_minimum": 1,
        "factorial_summary": 1,
        "factorial_judge": 1,
    }


def test_a_value_of_the_second_training_leaves_the_first_alone(
    smoke: ToyProject, tmp_path: Path
) -> None:
    project = edited(smoke, tmp_path / "edited", "seen_fractions: [0.75]", "seen_fractions: [0.5]")
    assert project.planned(*SMOKE) == {
        "factorial_train": 1,
        "factorial_evaluate": 1,
        "factorial_transfer": 1,
        "factorial_judge": 1,
    }


def test_an_edit_of_the_users_own_table_reruns_its_result_alone(
    smoke: ToyProject, tmp_path: Path
) -> None:
    project = ToyProject(tmp_path / "edited")
    shutil.copytree(smoke.root, project.root)
    (table,) = (project.root / "workflow/tables").glob("*.csv")
    *above, last = table.read_text().splitlines()
    name, *cells = last.split(",")
    table.write_text("\n".join([*above, ",".join([name, *reversed(cells)])]) + "\n")
    assert project.planned(*SMOKE) == {
        "factorial_evaluate": 1,
        "factorial_own_table": 1,
        "factorial_judge": 1,
    }


def test_every_measured_metric_is_claimed(smoke: ToyProject) -> None:
    measured = json.loads((smoke.root / OUT / "factorial/metrics.json").read_text())
    registry = read_registry(REPOSITORY / "workflow/claims/factorial.yaml")
    assert set(measured) == set(registry.results)
    claimed = {claim.metric for claim in registry.claims}
    assert {f"{r}.{m}" for r in measured for m in measured[r]} <= claimed


def test_one_result_by_its_id(smoke: ToyProject, tmp_path: Path) -> None:
    project = checkout(tmp_path / "one")
    project.snakemake("factorial_graph", *SMOKE)
    assert {p for p in project.contents(OUT) if p.endswith((".csv", ".png"))} == {
        "factorial/tables/factorial_graph.csv",
        "factorial/figures/factorial_graph.png",
    }
