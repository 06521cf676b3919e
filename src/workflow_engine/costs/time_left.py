"""How long a run still takes: the schedule of ``snakemake -n`` over the jobs that are left.

Stored costs are scaled by what the jobs of this run took, next to what was stored of them. A job
that was never measured takes what others of its step took in this run; before one has ended, the
time left is a lower bound and said to be one.
"""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from workflow_engine.costs.book import CostBook
from workflow_engine.costs.estimate import expected_tasks, run_cost
from workflow_engine.costs.order import priorities
from workflow_engine.costs.schedule import Task, makespan
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.plan import jobs_behind, makers

# the stored costs weigh as much as this share of the run's work: the first jobs, which take tenths
# of a second, say little about the rest
_TRUST = 0.1
_FRESH = 1.0  # seconds for which a schedule is good


@dataclass
class TimeLeft:
    """One real run, which tells when jobs start and end."""

    book: CostBook
    out: Path
    cores: int
    _maker: Mapping[str, Job] = field(init=False)
    _tasks: dict[str, Task] = field(default_factory=dict)
    _priorities: dict[str, float] = field(default_factory=dict)
    _left: dict[str, Job] = field(default_factory=dict)
    _spacing: float = 0.0
    _work: float = 0.0
    _started: dict[str, float] = field(default_factory=dict)
    _took: dict[str, float] = field(default_factory=dict)
    _last: tuple[float, float, bool] | None = None

    def __post_init__(self) -> None:
        self._maker = makers(self.book.jobs)

    def expect(self, outputs: Iterable[str]) -> None:
        """Take in what will be run: the jobs that write these files."""
        self._left = dict(self._jobs(outputs))
        self._tasks = expected_tasks(self.book, self._left, self.cores)
        self._priorities = priorities(self.book, self._left, self.cores)
        self._work = sum(task.seconds for task in self._tasks.values())
        run = run_cost(self.book, self._tasks)
        self._spacing = run.dispatch if run else 0.0

    def started(self, outputs: Iterable[str]) -> None:
        """Take in that the job starts that writes these files."""
        for record in self._jobs(outputs):
            self._started[record] = time.monotonic()

    def finished(self, outputs: Iterable[str]) -> None:
        """Take in that it has ended well."""
        for record in self._jobs(outputs):
            self._left.pop(record, None)
            if record in self._started:
                self._took[record] = time.monotonic() - self._started.pop(record)

    def failed(self, outputs: Iterable[str]) -> None:
        """Take in that it has failed: what waits for it will not run."""
        gone = set(self._jobs(outputs))
        while gone:
            for record in gone:
                self._left.pop(record, None)
                self._started.pop(record, None)
            paths = {path for record in gone for path in self.book.jobs[record].outputs.values()}
            gone = {r for r, job in self._left.items() if paths.intersection(job.input_paths)}
        self._last = None

    def text(self) -> str:
        """Return the time left in words; nothing where nothing is known of it."""
        now = time.monotonic()
        if self._last is None or now - self._last[0] >= _FRESH or not self._left:
            self._last = (now, *self._seconds(now))
        then, seconds, complete = self._last
        if self._left and not complete and not seconds:
            return ""
        minutes, rest = divmod(int(max(0.0, seconds - (now - then)) + 0.5), 60)
        return f"{'about' if complete else 'at least'} {minutes}:{rest:02d} left"

    def _seconds(self, now: float) -> tuple[float, bool]:
        """Return the seconds left, and whether that is all of them."""
        slowness = self._slowness(now)
        means = self._means()
        tasks: dict[str, Task] = {}
        complete = True
        for record, job in self._left.items():
            stored = self._tasks.get(record)
            if stored is not None:
                seconds = stored.seconds * slowness
            else:
                complete = complete and (job.study, job.step) in means
                seconds = means.get((job.study, job.step), 0.0)
            if record in self._started:
                seconds = max(0.0, seconds - (now - self._started[record]))
            left = self.book.before[record].intersection(self._left)
            tasks[record] = Task(seconds, left, self._priorities[record])
        running = [record for record in self._started if record in tasks]
        return makespan(tasks, self.cores, self._spacing, running), complete

    def _slowness(self, now: float) -> float:
        """Return how many times longer than stored the jobs of this run take."""
        stored = took = _TRUST * self._work
        so_far = {record: now - began for record, began in self._started.items()}
        for record, seconds in (self._took | so_far).items():
            task = self._tasks.get(record)
            # one that still runs says something once it is late
            if task is not None and (record in self._took or seconds > task.seconds):
                stored += task.seconds
                took += seconds
        return took / stored if stored else 1.0

    def _means(self) -> dict[tuple[str, str], float]:
        """Return what jobs of a study's step took in this run, on average."""
        found: dict[tuple[str, str], list[float]] = {}
        for record, took in self._took.items():
            job = self.book.jobs[record]
            found.setdefault((job.study, job.step), []).append(took)
        return {step: sum(durations) / len(durations) for step, durations in found.items()}

    def _jobs(self, outputs: Iterable[str]) -> dict[str, Job]:
        return jobs_behind(outputs, self.out, self._maker)
