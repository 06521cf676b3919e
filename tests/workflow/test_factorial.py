"""What an edit of study `factorial` reruns, by the real rules of this repository."""

import shutil
from pathlib import Path

import pytest

from tests.workflow.house import SMOKE, edited
from tests.workflow.project import ToyProject

pytestmark = pytest.mark.dear


def test_one_value_reruns_its_dependents_only(smoke: ToyProject, tmp_path: Path) -> None:
    project = edited(
        smoke,
        tmp_path / "edited",
        "factorial",
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
        "factorial_assemble": 1,
    }


def test_a_value_of_the_second_training_leaves_the_first_alone(
    smoke: ToyProject, tmp_path: Path
) -> None:
    project = edited(
        smoke, tmp_path / "edited", "factorial", "seen_fractions: [0.75]", "seen_fractions: [0.5]"
    )
    assert project.planned(*SMOKE) == {
        "factorial_train": 1,
        "factorial_evaluate": 1,
        "factorial_transfer": 1,
        "factorial_judge": 1,
        "factorial_assemble": 1,
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
        "factorial_assemble": 1,
    }
