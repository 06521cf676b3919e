"""What a run is expected to cost, from what its jobs were measured to cost.

Nothing is guessed: a job that was never measured is counted and named, and the sums are without it.
"""

from collections.abc import Collection
from dataclasses import dataclass
from heapq import nlargest

from workflow_engine.costs.book import CostBook
from workflow_engine.costs.model import RunCost
from workflow_engine.costs.order import priorities
from workflow_engine.costs.schedule import Task, makespan


@dataclass(frozen=True)
class Estimate:
    """The expected cost of some jobs.

    ``cpu`` and ``wall`` are in seconds, ``memory`` in 10^6 bytes, ``size`` in bytes; they are sums
    over the measured jobs. ``unmeasured`` and ``other_work`` name jobs that were never measured, or
    with other parameters.
    """

    jobs: int
    cpu: float
    wall: float
    memory: float
    size: int
    unmeasured: tuple[str, ...]
    other_work: tuple[str, ...]
    with_overhead: bool

    @property
    def measured(self) -> int:
        """How many jobs have a measured cost."""
        return self.jobs - len(self.unmeasured)


def estimate(
    book: CostBook, records: Collection[str], cores: int, slowness: float = 1.0
) -> Estimate:
    """Estimate what a run of the jobs with these records costs.

    Args:
        book: what was measured.
        records: record paths of planned jobs.
        cores: how many jobs run at a time.
        slowness: how many times longer everything takes here than where it was measured.
    """
    found = {record: cost for record in records if (cost := book.find(record)) is not None}
    costs = {record: entry.cost for record, entry in found.items()}
    run = run_cost(book, found)
    tasks = expected_tasks(book, found, cores)
    cpu = sum((cost.cpu for cost in costs.values()), start=0.0)
    wall = makespan(tasks, cores, run.dispatch if run else 0.0)
    memory = sum(nlargest(cores, (cost.memory for cost in costs.values())), start=0.0)
    if run and costs:
        cpu += run.start_cpu + run.overhead_cpu * len(costs)
        wall += run.start
        memory += run.memory
    return Estimate(
        jobs=len(records),
        cpu=cpu * slowness,
        wall=wall * slowness,
        memory=memory,
        size=sum(cost.size for cost in costs.values()),
        unmeasured=_names(book, [record for record in records if record not in found]),
        other_work=_names(book, [r for r, entry in found.items() if not entry.same_work]),
        with_overhead=run is not None,
    )


def run_cost(book: CostBook, records: Collection[str]) -> RunCost | None:
    """Return what a run of some jobs costs beside them; None where no run was measured."""
    runs = [run for s in _studies(book, records) if (run := book.run(s)) is not None]
    return max(runs, key=lambda run: run.overhead, default=None)


def expected_tasks(book: CostBook, records: Collection[str], cores: int) -> dict[str, Task]:
    """Return the measured ones among some jobs as tasks of a schedule, by record path."""
    run = run_cost(book, records)
    overhead = run.overhead if run else 0.0
    priority = priorities(book, records, cores)
    return {
        record: Task(
            found.cost.wall + overhead,
            book.before[record],
            priority[record],
        )
        for record in records
        if (found := book.find(record)) is not None
    }


def _studies(book: CostBook, records: Collection[str]) -> list[str]:
    return sorted({book.jobs[record].study for record in records})


def _names(book: CostBook, records: Collection[str]) -> tuple[str, ...]:
    return tuple(sorted(f"{book.jobs[r].study}/{book.jobs[r].name}" for r in records))
