"""What an edit of study `approximation` reruns, by the real rules of this repository."""

from pathlib import Path

import pytest

from tests.workflow.house import SMOKE, edited
from tests.workflow.project import ToyProject

_SIZES = "generate: {examples: [40, 60], variables: 4,"
_RESULTS = {
    "approximation_evaluate": 2,
    "approximation_learning_curves": 1,
    "approximation_matching": 1,
    "approximation_judge": 1,
    "approximation_assemble": 1,
}


@pytest.mark.dear
def test_another_d_makes_its_examples_and_trains_on_them(smoke: ToyProject, tmp_path: Path) -> None:
    other = _SIZES.replace("variables: 4", "variables: 8")
    project = edited(smoke, tmp_path / "edited", "approximation", _SIZES, other)
    # six methods on both targets, five of them on trees at the smaller number, too
    assert project.planned(*SMOKE) == {
        "approximation_generate": 2,
        "approximation_train": 17,
        **_RESULTS,
    }


@pytest.mark.dear
def test_another_number_of_examples_trains_on_those_that_are_there(
    smoke: ToyProject, tmp_path: Path
) -> None:
    more = _SIZES.replace("examples: [40, 60]", "examples: [40, 50, 60]")
    project = edited(smoke, tmp_path / "edited", "approximation", _SIZES, more)
    assert project.planned(*SMOKE) == {"approximation_train": 5, **_RESULTS}
