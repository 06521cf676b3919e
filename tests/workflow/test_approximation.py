"""What an edit of study `approximation` reruns, by the real rules of this repository."""

from pathlib import Path

import pytest

from tests.workflow.house import SMOKE, edited
from tests.workflow.project import ToyProject

_SIZES = "generate: {examples: [40, 60], at_variables: 4, variables: [2, 4], at_examples: 60,"
_RESULTS = {
    "approximation_evaluate": 3,
    "approximation_learning_curves": 1,
    "approximation_variables": 1,
    "approximation_matching": 1,
    "approximation_judge": 1,
    "approximation_assemble": 1,
}


@pytest.mark.dear
def test_another_d_makes_its_examples_and_trains_on_them(smoke: ToyProject, tmp_path: Path) -> None:
    more = _SIZES.replace("variables: [2, 4]", "variables: [2, 4, 8]")
    project = edited(smoke, tmp_path / "edited", "approximation", _SIZES, more)
    # the methods that learn trees of every d
    assert project.planned(*SMOKE) == {
        "approximation_generate": 1,
        "approximation_train": 2,
        **_RESULTS,
    }


@pytest.mark.dear
def test_another_number_of_examples_trains_on_those_that_are_there(
    smoke: ToyProject, tmp_path: Path
) -> None:
    more = _SIZES.replace("examples: [40, 60]", "examples: [40, 50, 60]")
    project = edited(smoke, tmp_path / "edited", "approximation", _SIZES, more)
    assert project.planned(*SMOKE) == {"approximation_train": 7, **_RESULTS}
