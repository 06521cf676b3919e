"""What an edit of study `experts` reruns, by the real rules of this repository."""

from pathlib import Path

import pytest

from tests.workflow.house import SMOKE, edited
from tests.workflow.project import ToyProject


@pytest.mark.dear
def test_another_number_held_out_trains_that_experiment_alone(
    smoke: ToyProject, tmp_path: Path
) -> None:
    held_out = "generate: {codes: 3, layers: 2, held_out: [1, 2]}"
    more = held_out.replace("[1, 2]", "[1, 3]")
    project = edited(smoke, tmp_path / "edited", "experts", held_out, more)
    assert project.planned(*SMOKE) == {
        "experts_generate": 1,
        "experts_train": 1,
        "experts_evaluate": 1,
        "experts_held_out": 1,
        "experts_judge": 1,
        "experts_assemble": 1,
    }
