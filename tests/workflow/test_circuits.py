"""What an edit of study `circuits` reruns, by the real rules of this repository."""

from pathlib import Path

import pytest

from tests.workflow.house import SMOKE, edited
from tests.workflow.project import ToyProject

pytestmark = pytest.mark.dear


def test_a_precision_more_rebuilds_the_functions_and_what_reads_them(
    smoke: ToyProject, tmp_path: Path
) -> None:
    project = edited(
        smoke,
        tmp_path / "edited",
        "circuits",
        "generate: {places: [2, 3, 4]}",
        "generate: {places: [2, 3, 4, 5]}",
    )
    assert project.planned(*SMOKE) == {
        "circuits_generate": 6,
        "circuits_evaluate": 2,
        "circuits_real_functions": 1,
        "circuits_sup_error": 1,
        "circuits_judge": 1,
        "circuits_assemble": 1,
    }


def test_a_result_without_data_reruns_alone(smoke: ToyProject, tmp_path: Path) -> None:
    project = edited(
        smoke, tmp_path / "edited", "circuits", "evaluate: {inputs: 8}", "evaluate: {inputs: 10}"
    )
    assert project.planned(*SMOKE) == {
        "circuits_evaluate": 1,
        "circuits_decompositions": 1,
        "circuits_judge": 1,
        "circuits_assemble": 1,
    }
