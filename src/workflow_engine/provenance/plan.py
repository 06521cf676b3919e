"""The plan: every job that the configuration asks for, computed without looking at any file.

Rules, ledger and audit all take parameters and wiring from here, so they cannot disagree.
"""

import importlib
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from pydantic import BaseModel, ValidationError

from workflow_engine.configuration.assignments import as_text
from workflow_engine.configuration.load import Configuration
from workflow_engine.house import package
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.on_request import (
    Run,
    replicate_jobs,
    requested_jobs,
    worlds_jobs,
)


class PlanError(Exception):
    """Two jobs write one file, a job reads what nobody makes, or a study has no plan for values."""


def plan(
    configuration: Configuration,
    named: Callable[[Job], Job] = lambda job: job,
    study: str | None = None,
    again: bool = False,
) -> dict[str, Job]:
    """Return all jobs of all studies by the path of their record.

    Args:
        configuration: what is asked for.
        named: gives each ordinary job the name that its module had at another time.
        study: the only one that is planned, if given.
        again: with the jobs that do studies again at other root seeds and in worlds. These take
            nine tenths of the time, since each stands for the study's plan at every seed and world.

    Raises:
        PlanError: the studies' plans contradict themselves, or a study refuses its values.
    """
    jobs, numerics = dict[str, Job](), configuration.numerics
    for planned in configuration.studies if study is None else (study,):
        for job in _jobs(planned, configuration, named, again):
            if (record := job.record_path) in jobs:
                raise PlanError(f"Two jobs are called {job.study}/{job.name}.")
            jobs[record] = job if job.numerics == numerics else replace(job, numerics=numerics)
    _check(jobs)
    return jobs


def _jobs(
    study: str, configuration: Configuration, named: Callable[[Job], Job], again: bool
) -> list[Job]:
    """Return the jobs of a study, and those on request.

    A study whose plan has a function ``requests`` names experiments there that no ordinary run
    makes: its settings with each of them.
    """
    # by name: the set of studies is a parameter
    module = importlib.import_module(f"{package()}.studies.{study}.plan")

    def jobs_of(settings: BaseModel, root_seed: int) -> list[Job]:
        try:
            return [named(job) for job in module.jobs(settings, root_seed, configuration.scale)]
        except ValueError as error:  # values that fit one by one, but not together
            raise PlanError(f"params.yaml, section {study}: {_reason(error)}") from error

    present = configuration.settings[study]
    seed = configuration.root_seed
    run = Run(study, configuration.scale, seed, as_text(configuration.assigned))
    ordinary = jobs_of(present, seed)
    repeating: list[Job] = []
    if again:
        hold_out = configuration.hold_out
        decide_nothing = [] if hold_out is None else [hold_out]
        seeds = [*configuration.other_seeds.get(study, ()), *decide_nothing]
        repeated = {other: jobs_of(configuration.repeated[study], other) for other in seeds}
        known = configuration.worlds.get(study, {})
        worlds = {name: jobs_of(world.settings, seed) for name, world in known.items()}
        left_out = {name: world.left_out for name, world in known.items()}
        repeating = [
            *replicate_jobs(run, repeated, hold_out),
            *worlds_jobs(run, ordinary, worlds, left_out),
        ]
    requests = module.requests(present) if hasattr(module, "requests") else {}
    asked = {name: jobs_of(settings, seed) for name, settings in requests.items()}
    # which experiments an ordinary run makes is the request's own matter
    shared = {key: v for key, v in configuration.assigned.items() if key != f"{study}.on_request"}
    requested = requested_jobs(replace(run, assigned=as_text(shared)), ordinary, asked)
    return [*ordinary, *repeating, *requested]


def _reason(error: ValueError) -> str:
    if isinstance(error, ValidationError):
        return "; ".join(detail["msg"].removeprefix("Value error, ") for detail in error.errors())
    return str(error)


def _check(jobs: dict[str, Job]) -> None:
    makers: dict[str, Job] = {}
    for job in jobs.values():
        for path in job.outputs.values():
            if path in makers:
                raise PlanError(f"{path} is written by {makers[path].name} and by {job.name}.")
            makers[path] = job
    for job in jobs.values():
        for path in job.input_paths:
            if path not in makers:
                raise PlanError(f"{job.study}/{job.name} reads {path}, which no job makes.")


def makers(jobs: Mapping[str, Job]) -> dict[str, Job]:
    """Return the job that makes each planned file, by path relative to the output root."""
    return {path: job for job in jobs.values() for path in job.outputs.values()}


def jobs_behind(files: Iterable[str], out: Path, maker: Mapping[str, Job]) -> dict[str, Job]:
    """Return the jobs that write these files, by the path of their record.

    Args:
        files: with the output root, as Snakemake names them; what no job makes is passed over.
        out: the output root.
        maker: see ``makers``.
    """
    paths = {os.path.relpath(file, out) for file in files}
    found = [maker[path] for path in sorted(paths & maker.keys())]
    return {job.record_path: job for job in found}
