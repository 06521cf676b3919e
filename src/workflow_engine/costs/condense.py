"""From the notes of an output root to workflow/costs/<study>.json."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from workflow_engine.configuration.load import Configuration
from workflow_engine.configuration.scales import Scale
from workflow_engine.costs.errors import CostsError
from workflow_engine.costs.meter import read_run_note
from workflow_engine.costs.model import JobCost, Machine, ScaleCosts, StudyCosts
from workflow_engine.costs.notes import Note, read_notes
from workflow_engine.costs.store import read_costs, write_costs
from workflow_engine.costs.work import works
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.on_request import is_on_request
from workflow_engine.provenance.project import Project


@dataclass(frozen=True)
class Condensed:
    """What was stored for one study: how many jobs were noted, how many are planned."""

    path: Path
    study: str
    scale: str
    noted: int
    planned: int


def condense(
    project: Project,
    out: Path,
    configuration: Configuration,
    jobs: Mapping[str, Job],
    machine: Machine,
) -> list[Condensed]:
    """Store what the jobs under an output root took.

    What is stored of other scales stays. Jobs of this scale that left no note keep what is stored,
    if it comes from the same kind of processor; jobs that are planned no more are dropped.

    Raises:
        CostsError: there is no note at all, or a costs file is malformed.
    """
    notes = read_notes(out, jobs.values())
    if not notes:
        raise CostsError(
            f"{out}: no planned job has noted its cost. Jobs note it when they "
            "run: run snakemake there first (results from DVC or git have no notes)."
        )
    run = read_run_note(out)
    work = works(jobs)
    done = []
    for study in configuration.studies:
        planned = {job.name: record for record, job in jobs.items() if job.study == study}
        noted = {n: _cost(notes[r], work[r]) for n, r in planned.items() if r in notes}
        if not noted:
            continue
        stored = read_costs(project, study) or StudyCosts(study=study, scales={})
        old = stored.scales.get(_scale(configuration))
        same = old is not None and old.machine.processor == machine.processor
        kept = {n: c for n, c in old.jobs.items() if n in planned} if old and same else {}
        of_scale = ScaleCosts(
            machine=machine, run=run or (old.run if old and same else None), jobs=kept | noted
        )
        scales = stored.scales | {_scale(configuration): of_scale}
        path = write_costs(project, StudyCosts(study=study, scales=scales))
        ordinary = sum(not is_on_request(jobs[record]) for record in planned.values())
        done.append(Condensed(path, study, configuration.scale, len(noted), ordinary))
    return done


def _cost(note: Note, work: str) -> JobCost:
    return JobCost(
        work=work,
        cpu=round(note.cpu, 2),
        wall=round(note.wall, 2),
        memory=round(note.memory),
        size=note.size,
    )


def _scale(configuration: Configuration) -> Scale:
    return cast(Scale, configuration.scale)
