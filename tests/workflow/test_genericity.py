"""What an edit of study `genericity` reruns, by the real rules of this repository."""

from pathlib import Path

import pytest

from tests.workflow.house import SMOKE, edited
from tests.workflow.project import ToyProject


@pytest.mark.dear
def test_another_number_of_variables_trains_the_law_there_alone(
    smoke: ToyProject, tmp_path: Path
) -> None:
    law = "leap_law:\n    generate: {variables: [4, 8, 16],"
    more = law.replace("[4, 8, 16]", "[4, 8, 16, 32]")
    project = edited(smoke, tmp_path / "edited", "genericity", law, more)
    assert project.planned(*SMOKE) == {
        "genericity_train": 1,
        "genericity_evaluate": 1,
        "genericity_leap_law": 1,
        "genericity_judge": 1,
        "genericity_assemble": 1,
    }
