"""Measures what a run costs beside its jobs: Snakemake's own time, clients, libraries.

Only a run of all jobs of one or more studies is noted: in a short one, the libraries that the job
servers load would count as the cost of a few jobs.
"""

import contextlib
import json
import resource
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from workflow_engine.costs.model import RunCost
from workflow_engine.costs.notes import (
    FOLDER,
    Note,
    cpu_seconds,
    megabytes,
    process_age,
    read_notes,
    write_aside,
)
from workflow_engine.costs.schedule import Task, makespan
from workflow_engine.costs.time_left import TimeLeft
from workflow_engine.provenance.chains import predecessors
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.on_request import is_on_request
from workflow_engine.provenance.plan import jobs_behind, makers
from workflow_engine.validation.regular_files import read_text

RUN_NOTE = "run.json"
_HALVINGS = 40


@dataclass
class RunMeter:
    """One real run; the display tells it when jobs start and end."""

    out: Path
    jobs: Mapping[str, Job]
    cores: int
    time_left: TimeLeft | None = None
    _maker: dict[str, Job] = field(init=False)
    _done: set[str] = field(default_factory=set)
    _start: float | None = None
    _start_cpu: float = 0.0
    _own_cpu: float = 0.0
    _first: float = 0.0
    _last: float = 0.0
    _own_cpu_last: float = 0.0

    def __post_init__(self) -> None:
        self._maker = makers(self.jobs)

    def started(self, outputs: Iterable[str] = ()) -> None:
        """Take in that the job starts that writes these files."""
        if self.time_left is not None:
            self.time_left.started(outputs)
        if self._start is None:
            self._start = process_age()
            self._first = time.monotonic()
            self._own_cpu = _own_cpu()
            self._start_cpu = self._own_cpu + _children_cpu()

    def finished(self, outputs: Iterable[str]) -> None:
        """Take in that the job has ended that writes these files."""
        if self.time_left is not None:
            self.time_left.finished(outputs)
        self._done |= jobs_behind(outputs, self.out, self._maker).keys()
        self._last = time.monotonic()
        self._own_cpu_last = _own_cpu()

    def failed(self, outputs: Iterable[str]) -> None:
        """Take in that the job has failed that writes these files."""
        if self.time_left is not None:
            self.time_left.failed(outputs)

    def left(self) -> str:
        """Return the time left in words; nothing where nothing is known of it."""
        return self.time_left.text() if self.time_left is not None else ""

    def write(self) -> None:
        """Note the run's cost; must come after all children have been waited for."""
        cost = self.cost()
        if cost is not None:
            with contextlib.suppress(OSError):  # a note is not worth a failed run
                write_aside(self.out / FOLDER / RUN_NOTE, cost.model_dump_json() + "\n")

    def cost(self) -> RunCost | None:
        """Return the run's cost; None unless it ran whole studies and each job was measured."""
        studies = {self.jobs[record].study for record in self._done}
        wanted = {
            record: job
            for record, job in self.jobs.items()
            if job.study in studies and not is_on_request(job)
        }
        notes = read_notes(self.out, wanted.values())
        if self._start is None or not notes or not self._done == wanted.keys() == notes.keys():
            return None
        count = len(notes)
        in_jobs = sum(note.cpu for note in notes.values())
        total = _own_cpu() + _children_cpu()
        dispatch = (self._own_cpu_last - self._own_cpu) / count
        return RunCost(
            cores=self.cores,
            jobs=count,
            start=round(self._start, 2),
            start_cpu=round(self._start_cpu, 2),
            dispatch=round(dispatch, 4),
            overhead=round(
                fitted_overhead(wanted, notes, self.cores, dispatch, self._last - self._first), 4
            ),
            overhead_cpu=round(max(0.0, total - self._start_cpu - in_jobs) / count, 4),
            memory=round(megabytes(resource.getrusage(resource.RUSAGE_SELF)), 1),
        )


def fitted_overhead(
    jobs: Mapping[str, Job], notes: Mapping[str, Note], cores: int, dispatch: float, took: float
) -> float:
    """Return the seconds that, added to each job, make the schedule as long as the run was.

    Args:
        jobs: all jobs that the notes are about and that these wait for.
        notes: what the jobs took, by record path.
        cores: how many ran at a time.
        dispatch: seconds between the starts of two jobs at least.
        took: seconds from the first start to the last end.
    """
    after = predecessors(jobs)  # what was made on request lies there before the run

    def length(overhead: float) -> float:
        tasks = {r: Task(note.wall + overhead, after[r]) for r, note in notes.items()}
        return makespan(tasks, cores, dispatch)

    low, high = 0.0, took
    if length(low) >= took:
        return 0.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if length(middle) < took else (low, middle)
    return low


def read_run_note(out: Path) -> RunCost | None:
    """Return the cost of the last complete run under an output root, if there is one."""
    try:
        return RunCost.model_validate(json.loads(read_text(out / FOLDER / RUN_NOTE)))
    except (OSError, ValueError):
        return None


def _own_cpu() -> float:
    return cpu_seconds(resource.getrusage(resource.RUSAGE_SELF))


def _children_cpu() -> float:
    return cpu_seconds(resource.getrusage(resource.RUSAGE_CHILDREN))
