"""What is kept and what is replaced when the notes of an output root are stored."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.unit.workflow_engine.costs.conftest import MACHINE, RUN, SECONDS, plan
from workflow_engine.configuration.load import Configuration
from workflow_engine.costs.condense import Condensed, condense
from workflow_engine.costs.errors import CostsError
from workflow_engine.costs.model import Machine
from workflow_engine.costs.notes import FOLDER, Note, job_digest
from workflow_engine.costs.store import costs_file, read_costs
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.project import Project

OTHER = Machine(processor="Abacus 10", cores=4, rate=70.0)


def noted(out: Path, jobs: dict[str, Job], *names: str) -> None:
    """Leave a note of some jobs: nine seconds each."""
    for job in jobs.values():
        if job.name in names:
            path = out / FOLDER / job.study / f"{job.name}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            note = Note(job=job_digest(job), cpu=9.0, wall=9.0, memory=99.0, size=7)
            path.write_text(json.dumps(asdict(note)))


def store(
    project: Project, jobs: dict[str, Job], scale: str = "default", machine: Machine = MACHINE
) -> list[Condensed]:
    """Store the notes of the project's results."""
    configuration = Configuration(scale, 0, "portable", ("toy",), {}, Path("results"), True)
    return condense(project, project.root / "results", configuration, jobs, machine)


def walls(project: Project, scale: str = "default") -> dict[str, float]:
    """Return the stored seconds of each job."""
    stored = read_costs(project, "toy")
    assert stored is not None
    return {name: cost.wall for name, cost in stored.scales[scale].jobs.items()}  # type: ignore[index]


def test_new_notes_replace_and_the_rest_stays(project: Project) -> None:
    noted(project.root / "results", plan(), "train/a")
    done = store(project, plan())
    assert done == [Condensed(costs_file(project, "toy"), "toy", "default", 1, 4)]
    assert walls(project) == SECONDS | {"train/a": 9.0}
    stored = read_costs(project, "toy")
    assert stored is not None
    assert stored.scales["default"].run == RUN


def test_times_of_two_processors_are_not_mixed(project: Project) -> None:
    noted(project.root / "results", plan(), "train/a")
    store(project, plan(), machine=OTHER)
    assert walls(project) == {"train/a": 9.0}
    stored = read_costs(project, "toy")
    assert stored is not None
    assert (stored.scales["default"].run, stored.scales["default"].machine) == (None, OTHER)


def test_jobs_that_are_planned_no_more_go(project: Project) -> None:
    jobs = {record: job for record, job in plan().items() if job.name not in ("train/b",)}
    jobs = {record: job for record, job in jobs.items() if job.step != "judge"}
    noted(project.root / "results", jobs, "train/a")
    store(project, jobs)
    assert set(walls(project)) == {"generate/all", "train/a"}


def test_another_scale_is_stored_beside(project: Project) -> None:
    noted(project.root / "results", plan(steps=1), *SECONDS)
    store(project, plan(steps=1), scale="smoke")
    assert walls(project, "smoke") == dict.fromkeys(SECONDS, 9.0)
    assert walls(project) == SECONDS


def test_without_notes_nothing_is_stored(project: Project) -> None:
    before = costs_file(project, "toy").read_bytes()
    with pytest.raises(CostsError, match="no planned job has noted its cost"):
        store(project, plan())
    assert costs_file(project, "toy").read_bytes() == before
