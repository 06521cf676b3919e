"""What an edit of study `composition` reruns, by the real rules of this repository."""

from pathlib import Path

import pytest

from tests.workflow.house import SMOKE, edited
from tests.workflow.project import ToyProject


@pytest.mark.dear
def test_other_trainings_of_all_data_leave_the_hidden_permutations(
    smoke: ToyProject, tmp_path: Path
) -> None:
    project = edited(
        smoke,
        tmp_path / "edited",
        "composition",
        "generate: {folds: 4, symbols: 3, runs: 3}\n    train: {rates: [0.1], steps: 12,",
        "generate: {folds: 4, symbols: 3, runs: 3}\n    train: {rates: [0.1], steps: 13,",
    )
    # all kinds of data share their steps
    assert project.planned(*SMOKE) == {
        "composition_train": 4,
        "composition_evaluate": 2,
        "composition_data_alone": 1,
        "composition_attention_maps": 1,  # maps of the same trainings
        "composition_judge": 1,
        "composition_assemble": 1,
    }
