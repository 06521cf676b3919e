"""The commands ``compsparse plan`` and ``compsparse costs``."""

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import cast

from workflow_engine.configuration.errors import ConfigurationError
from workflow_engine.configuration.load import Configuration, Parameters, load
from workflow_engine.configuration.scales import SCALES, Scale
from workflow_engine.costs.book import CostBook
from workflow_engine.costs.calibration import machine_rate
from workflow_engine.costs.condense import Condensed, condense
from workflow_engine.costs.errors import CostsError
from workflow_engine.costs.machine import this_machine
from workflow_engine.costs.notes import read_notes
from workflow_engine.costs.overview import Row, rows, step_text
from workflow_engine.provenance.digests import Digests
from workflow_engine.provenance.on_request import is_on_request
from workflow_engine.provenance.output_roots import root_configuration
from workflow_engine.provenance.plan import plan
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.readings import Readings
from workflow_engine.provenance.root_mark import ROOT_MARK


def planned_rows(
    project: Project,
    studies: Sequence[str],
    scale: str | None,
    cores: int | None,
    *,
    calibrate: bool,
) -> tuple[list[Row], int]:
    """Return the rows of ``compsparse plan`` and the cores that they are for.

    Without a scale: every scale that all studies have.
    """
    count = cores if cores is not None else os.cpu_count() or 1
    if count < 1:
        raise CostsError(f"--cores: the value is {count}; allowed: 1 or more.")
    configurations = _configurations(project, scale)
    rate = machine_rate(configurations[0].numerics) if calibrate else None
    digests = Digests(project, Readings(project.readings_memory))

    @cache
    def default() -> CostBook:
        configuration = load(project.params, {"scale": "default"}, worlds=False)
        return CostBook.open(project, configuration, plan(configuration))

    found: list[Row] = []
    for asked in configurations:
        names = studies or asked.studies
        larger = SCALES.index(cast(Scale, asked.scale)) > SCALES.index("default")
        found += rows(
            project,
            asked,
            names,
            count,
            digests=digests,
            rate=rate,
            default=default if larger else None,
        )
    digests.read.save()
    return found, count


def measured_text(project: Project, out: Path) -> str:
    """Return what the jobs under an output root took."""
    configuration = _of_root(project, out)
    jobs = plan(configuration, again=True)
    notes = read_notes(out, jobs.values())
    parts = [
        step_text(study, configuration.scale, jobs, notes)
        for study in configuration.studies
        if any(jobs[record].study == study for record in notes)
    ]
    ordinary = sum(not is_on_request(job) for job in jobs.values())
    return "\n".join(
        [*parts, f"{len(notes)} of {ordinary} planned jobs have noted their cost in {out}."]
    )


def store_measured(project: Project, out: Path) -> list[Condensed]:
    """Condense the notes of an output root into workflow/costs."""
    configuration = _of_root(project, out)
    machine = this_machine(configuration.numerics)
    return condense(project, out, configuration, plan(configuration, again=True), machine)


def _of_root(project: Project, out: Path) -> Configuration:
    folder = out.resolve()
    if folder != project.results.resolve() and not (folder / ROOT_MARK).is_file():
        raise CostsError(
            f"--out: {out} is no output root; allowed: results, or a folder made with snakemake "
            "--config out=... or scale=.... Give one of these."
        )
    return root_configuration(project, folder)


def _configurations(project: Project, scale: str | None) -> list[Configuration]:
    parameters = Parameters(project.params)
    if scale is not None:
        return [load(parameters, {"scale": scale}, worlds=False)]
    found = []
    for name in SCALES:
        try:
            found.append(load(parameters, {"scale": name}, worlds=False))
        except ConfigurationError:
            if name == "default":  # which every study has: whatever is wrong is no missing scale
                raise
    return found
