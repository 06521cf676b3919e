"""In which order results are made; the jobs are made up."""

from pathlib import Path

import pytest

from tests.unit.workflow_engine.costs.conftest import MACHINE
from workflow_engine.costs.book import CostBook
from workflow_engine.costs.estimate import expected_tasks
from workflow_engine.costs.model import JobCost, ScaleCosts, StudyCosts
from workflow_engine.costs.order import priorities
from workflow_engine.costs.schedule import ends
from workflow_engine.costs.store import write_costs
from workflow_engine.costs.work import works
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.project import Project

# each figure with the trainings that it needs, and the seconds of these
FIGURES = {
    "dear": ["long", "longer"],
    "cheap": ["short"],
    "next": ["shared"],
    "last": ["shared", "more"],
}
SECONDS = {
    "long": 500.0,
    "longer": 600.0,
    "short": 10.0,
    "shared": 20.0,
    "more": 15.0,
    "verdicts": 3.0,
}
TRAININGS = ["long", "longer", "short", "shared", "more"]


def planned() -> dict[str, Job]:
    """Return the trainings, a figure of each result, and the judge, which reads all trainings."""

    def job(step: str, name: str, inputs: list[str]) -> Job:
        paths = [f"toy/{path}.json" for path in inputs]
        outputs = {"value": f"toy/{name}.json"}
        return Job("toy", step, f"toy.{step}", {"cell": name}, {}, outputs, {"from": paths})

    jobs = [job("render", name, inputs) for name, inputs in FIGURES.items()]
    jobs += [job("train", name, []) for name in TRAININGS]
    jobs.append(job("judge", "verdicts", TRAININGS))
    return {job.record_path: job for job in jobs}


def record(step: str, name: str) -> str:
    return f"toy/provenance/{step}/{name}.json"


def opened(folder: Path) -> CostBook:
    """Open a book in which each figure takes a second."""
    jobs = planned()
    work = works(jobs)
    costs = {
        job.name: JobCost(
            work=work[path],
            cpu=1.0,
            wall=SECONDS.get(job.wildcards["cell"], 1.0),
            memory=1.0,
            size=1,
        )
        for path, job in jobs.items()
    }
    scales = {"default": ScaleCosts(machine=MACHINE, run=None, jobs=costs)}
    project = Project(folder)
    write_costs(project, StudyCosts(study="toy", scales=scales))
    return CostBook(project, jobs, "default")


@pytest.fixture
def book(tmp_path: Path) -> CostBook:
    """The book."""
    return opened(tmp_path)


def first_to_last(book: CostBook, records: list[str]) -> list[str]:
    """Return the figures among some jobs, the one of the highest priority first."""
    found = priorities(book, records)
    figures = [r for r in records if book.jobs[r].step == "render"]
    ordered = sorted(figures, key=lambda r: -found[r])
    return [book.jobs[r].wildcards["cell"] for r in ordered]


def test_the_cheapest_result_comes_first_and_what_is_shared_counts_once(book: CostBook) -> None:
    # 11, 21, 36 and 1101 seconds; after `next`, `last` has 16 of its own
    assert first_to_last(book, [*book.jobs]) == ["cheap", "next", "last", "dear"]


def test_what_the_first_result_has_paid_costs_the_next_one_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SECONDS, "short", 24.0)
    book = opened(tmp_path)
    # 21, 25 and 36 seconds; after `next`, `last` has 16 of its own, fewer than `cheap`
    assert first_to_last(book, [*book.jobs]) == ["next", "last", "cheap", "dear"]


def test_what_is_made_already_costs_nothing(book: CostBook) -> None:
    left = [r for r in book.jobs if r not in (record("train", "long"), record("train", "longer"))]
    assert first_to_last(book, left) == ["dear", "cheap", "next", "last"]


def test_a_job_has_the_place_of_the_first_result_that_needs_it(book: CostBook) -> None:
    found = priorities(book, [*book.jobs])
    place = {r: int(value) for r, value in found.items()}
    assert place[record("train", "shared")] == place[record("render", "next")]
    assert place[record("train", "more")] == place[record("render", "last")]
    assert place[record("judge", "verdicts")] == min(place.values()) == 1
    # of one result, the longer one first
    assert found[record("train", "longer")] > found[record("train", "long")]


def test_a_long_job_begins_while_enough_is_left_for_the_other_cores(book: CostBook) -> None:
    records = [*book.jobs]
    alone = max(ends(expected_tasks(book, records, 1), 2).values())
    together = ends(expected_tasks(book, records, 2), 2)
    # with what waits for it, the longest job is longer than all else: it begins at once
    assert max(together.values()) == SECONDS["longer"] + SECONDS["verdicts"] < alone
    assert together[record("render", "cheap")] == 11.0


def test_jobs_behind_no_result_come_last(book: CostBook) -> None:
    assert set(priorities(book, [record("train", name) for name in TRAININGS]).values()) == {0.0}
    assert priorities(book, []) == {}


def test_what_was_never_measured_comes_after_what_is_known_to_be_cheap(book: CostBook) -> None:
    jobs = {path: job for path, job in book.jobs.items() if job.step != "judge"}
    new = Job("toy", "render", "toy.new", {"cell": "a"}, {}, {"value": "toy/a.json"})
    grown = CostBook(book.project, jobs | {new.record_path: new}, "default")
    assert first_to_last(grown, [*grown.jobs])[-1] == "a"


def test_figures_come_earlier_and_the_whole_takes_as_long(book: CostBook) -> None:
    tasks = expected_tasks(book, [*book.jobs], 1)
    ended = ends(tasks, 1)
    figures = {name: ended[record("render", name)] for name in FIGURES}
    assert figures == {"cheap": 11.0, "next": 32.0, "last": 48.0, "dear": 1149.0}
    assert max(ended.values()) == sum(SECONDS.values()) + len(FIGURES)
