"""A small plan, and a costs file about it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from workflow_engine.costs.book import CostBook
from workflow_engine.costs.model import JobCost, Machine, RunCost, ScaleCosts, StudyCosts
from workflow_engine.costs.store import write_costs
from workflow_engine.costs.work import works
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.project import Project

MACHINE = Machine(processor="Abacus 9", cores=2, rate=50.0)
RUN = RunCost(
    cores=1,
    jobs=4,
    start=5.0,
    start_cpu=4.0,
    dispatch=0.0,
    overhead=0.5,
    overhead_cpu=0.25,
    memory=200.0,
)
SECONDS = {"generate/all": 1.0, "train/a": 60.0, "train/b": 30.0, "judge/all": 2.0}


def plan(steps: int = 10, scale: str = "default", seed: int = 0) -> dict[str, Job]:
    """Return generate, two trainings that read it, and a judge that reads both."""

    def job(step: str, name: str, params: dict, inputs: list[str]) -> Job:
        return Job(
            study="toy",
            step=step,
            module=f"toy.{step}",
            wildcards={"cell": name} if name else {},
            params=params,
            inputs={"from": [f"toy/{path}.json" for path in inputs]},
            outputs={"value": f"toy/{step}{name}.json"},
        )

    jobs = [
        job("generate", "", {"root_seed": seed, "count": 3}, []),
        job("train", "a", {"root_seed": seed, "steps": steps}, ["generate"]),
        job("train", "b", {"root_seed": seed, "steps": 5}, ["generate"]),
        job("judge", "", {"scale": scale}, ["traina", "trainb"]),
    ]
    return {job.record_path: job for job in jobs}


def costs_of(jobs: dict[str, Job], run: RunCost | None = RUN, **seconds: float) -> ScaleCosts:
    """Return what all jobs of a plan cost; the memory is ten times their seconds."""
    work = works(jobs)
    return ScaleCosts(
        machine=MACHINE,
        run=run,
        jobs={
            job.name: JobCost(
                work=work[record],
                cpu=SECONDS[job.name] - 0.5,
                wall=SECONDS[job.name],
                memory=10 * SECONDS[job.name],
                size=1000,
            )
            for record, job in jobs.items()
        },
    )


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project in which the toy plan was measured at scale default."""
    project = Project(tmp_path)
    write_costs(project, StudyCosts(study="toy", scales={"default": costs_of(plan())}))
    return project


@pytest.fixture
def book(project: Project) -> Callable[..., CostBook]:
    """Opens the book for a plan."""

    def opened(jobs: dict[str, Job] | None = None, scale: str = "default") -> CostBook:
        return CostBook(project, jobs or plan(), scale)  # type: ignore[arg-type]

    return opened
