"""This repository's configuration and plan: read once in a process, however many tests ask."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from compsparse.configuration.load import Configuration, load
from compsparse.configuration.scales import Scale
from compsparse.provenance.closure import Sources
from compsparse.provenance.digests import Digests
from compsparse.provenance.job import Job
from compsparse.provenance.plan import plan
from compsparse.provenance.project import Project

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
    return plan(configuration(scale))


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
