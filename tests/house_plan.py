"""This repository's configuration and plan: read once in a process, however many tests ask."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from workflow_engine.configuration.load import Configuration, load
from workflow_engine.configuration.scales import Scale
from workflow_engine.provenance.closure import Sources
from workflow_engine.provenance.digests import Digests
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.plan import plan
from workflow_engine.provenance.project import Project

ROOT = Path(__file__).resolve().parents[1]
SRC = ROOT / "src"
PROJECT = Project(ROOT)


@cache
def configuration(scale: Scale = "default") -> Configuration:
    """Return the configuration at a scale."""
    return load(PROJECT.params, {"scale": scale})


@cache
def jobs(scale: Scale = "default") -> Mapping[str, Job]:
    """Return all planned jobs at a scale, by the paths of their records."""
    return plan(configuration(scale), again=True)


def jobs_of(study: str) -> list[Job]:
    """Return the planned jobs of a study at the default scale."""
    return [job for job in jobs().values() if job.study == study]


@cache
def sources() -> Sources:
    """Return the reader of this repository's modules."""
    return Sources(SRC)


@cache
def digests() -> Digests:
    """Return the digests of this repository's modules."""
    return Digests(PROJECT)
