"""What an edit of study `emergence` reruns, by the real rules of this repository."""

from pathlib import Path

import pytest

from tests.workflow.house import SMOKE, edited
from tests.workflow.project import ToyProject

pytestmark = pytest.mark.dear


def test_a_teacher_more_trains_itself_only(smoke: ToyProject, tmp_path: Path) -> None:
    project = edited(
        smoke,
        tmp_path / "edited",
        "emergence",
        "train: {exponents: [0.75, 1.0], times: 200, fraction: 0.04}",
        "train: {exponents: [0.75, 1.0, 1.25], times: 200, fraction: 0.04}",
    )
    # both results of the sweep read its histories; starts and the other teachers stay
    assert project.planned(*SMOKE) == {
        "emergence_train": 1,
        "emergence_evaluate": 2,
        "emergence_time_exponent": 1,
        "emergence_loss_exponent": 1,
        "emergence_judge": 1,
        "emergence_assemble": 1,
    }


def test_other_starts_rerun_all_that_begins_on_them(smoke: ToyProject, tmp_path: Path) -> None:
    project = edited(
        smoke,
        tmp_path / "edited",
        "emergence",
        "generate: {directions: 16, neurons: 64, runs: 3}",
        "generate: {directions: 16, neurons: 64, runs: 4}",
    )
    assert project.planned(*SMOKE) == {
        "emergence_generate": 1,
        "emergence_train": 1,
        "emergence_evaluate": 2,
        "emergence_staircase": 1,
        "emergence_predictability": 1,
        "emergence_judge": 1,
        "emergence_assemble": 1,
    }
