"""What is loaded for a job before it runs."""

from pathlib import Path

from tests.unit.workflow_engine.job_server.conftest import STEP, job
from workflow_engine.job_server.preparation import Preparation
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.project import Project

_TRAINS = """
import torch

def minimize(weights: list[torch.Tensor]) -> None:
    torch.{what}.Adam(weights)
"""


def heavy(project: Path, more: str) -> set[str]:
    step = project / "src/compsparse/studies/small/work.py"
    step.write_text(STEP + more)
    return Preparation(Project.find(project)).read(Job.from_json(job("good")))


def test_an_optimizer_is_known_by_the_attribute_that_asks_for_it(project: Path) -> None:
    assert "torch.optim" in heavy(project, _TRAINS.format(what="optim"))
    assert heavy(project, _TRAINS.format(what="nn")) == {"torch"} | heavy(project, "")
    assert "torch.optim" not in heavy(project, "# torch.optim is not asked for\n")


def test_a_step_that_cannot_be_read_asks_for_nothing(project: Path) -> None:
    assert heavy(project, "def broken(:\n") == set()
