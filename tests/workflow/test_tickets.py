"""What an edit of study `tickets` reruns, by the real rules of this repository."""

from pathlib import Path

import pytest

from tests.workflow.house import SMOKE, edited
from tests.workflow.project import ToyProject

pytestmark = pytest.mark.dear


def test_another_teacher_prunes_its_students_alone(smoke: ToyProject, tmp_path: Path) -> None:
    teachers = "teachers: [{arity: 2, constituents: 4}, {arity: 4, constituents: 2},"
    more = f"{teachers} {{arity: 2, constituents: 8}},"
    project = edited(smoke, tmp_path / "edited", "tickets", teachers, more)
    assert project.planned(*SMOKE) == {
        "tickets_generate": 1,
        "tickets_train": 1,
        "tickets_prune": 1,
        "tickets_evaluate": 3,
        "tickets_kept_weights": 1,
        "tickets_rows_and_units": 1,
        "tickets_kinds_of_constituents": 1,
        "tickets_judge": 1,
        "tickets_assemble": 1,
    }


def test_more_draws_of_controls_train_the_controls_alone(smoke: ToyProject, tmp_path: Path) -> None:
    draws = "train: {draws: 2}"
    project = edited(smoke, tmp_path / "edited", "tickets", draws, "train: {draws: 3}")
    assert project.planned(*SMOKE) == {
        "tickets_train": 2,
        "tickets_evaluate": 1,
        "tickets_winning_tickets": 1,
        "tickets_judge": 1,
        "tickets_assemble": 1,
    }
