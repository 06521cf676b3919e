"""What an edit of study `regime` reruns, by the real rules of this repository."""

from pathlib import Path

import pytest

from tests.workflow.house import SMOKE, edited
from tests.workflow.project import ToyProject


@pytest.mark.dear
def test_another_least_count_reruns_the_further_round_alone(
    smoke: ToyProject, tmp_path: Path
) -> None:
    project = edited(smoke, tmp_path / "edited", "regime", "least: 120", "least: 100")
    # by similarity and at random
    assert project.planned(*SMOKE) == {
        "regime_prune": 2,
        "regime_generate": 2,
        "regime_evaluate": 1,
        "regime_painting": 1,
        "regime_judge": 1,
        "regime_assemble": 1,
    }
