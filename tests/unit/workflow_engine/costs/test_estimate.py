"""Estimates from a small costs file, by hand."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unit.workflow_engine.costs.conftest import costs_of, plan
from tests.unit.workflow_engine.costs.test_work import GENERATE, JUDGE, TRAIN_A, TRAIN_B
from workflow_engine.costs.book import CostBook
from workflow_engine.costs.dry_run import RunEstimator
from workflow_engine.costs.estimate import estimate
from workflow_engine.costs.model import StudyCosts
from workflow_engine.costs.sentences import caveats, minutes, summary
from workflow_engine.costs.store import write_costs
from workflow_engine.provenance.project import Project

Open = Callable[..., CostBook]


def test_a_whole_run_on_one_core(book: Open) -> None:
    found = estimate(book(), plan(), 1)
    # jobs 1 + 60 + 30 + 2, 4 x 0.5 of overhead, 5 before the first
    assert found.wall == pytest.approx(100.0)
    # half a second less each, 4 x 0.25, 4 before the first
    assert found.cpu == pytest.approx(96.0)
    assert found.memory == 600 + 200
    assert found.size == 4000
    assert (found.jobs, found.measured, found.unmeasured, found.other_work) == (4, 4, (), ())


def test_more_cores_are_shorter_and_need_more_memory(book: Open) -> None:
    found = estimate(book(), plan(), 2)
    # start, generate, the longer training, judge
    assert found.wall == pytest.approx(5 + 1.5 + 60.5 + 2.5)
    assert found.cpu == pytest.approx(96.0)
    assert found.memory == 600 + 300 + 200


def test_a_part_of_the_jobs(book: Open) -> None:
    found = estimate(book(), {TRAIN_B, JUDGE}, 4)
    assert found.wall == pytest.approx(5 + 30.5 + 2.5)
    assert found.size == 2000


def test_a_slower_machine_takes_longer_but_no_more_memory(book: Open) -> None:
    fast, slow = estimate(book(), plan(), 2), estimate(book(), plan(), 2, slowness=3.0)
    assert slow.wall == pytest.approx(3 * fast.wall)
    assert slow.cpu == pytest.approx(3 * fast.cpu)
    assert slow.memory == fast.memory


def test_a_job_never_measured_is_named_and_not_guessed(project: Project, book: Open) -> None:
    costs = costs_of(plan())
    left = {name: cost for name, cost in costs.jobs.items() if name != "train/a"}
    scales = {"default": costs.model_copy(update={"jobs": left})}
    write_costs(project, StudyCosts(study="toy", scales=scales))
    found = estimate(book(), plan(), 1)
    assert found.unmeasured == ("toy/train/a",)
    assert found.wall == pytest.approx(100.0 - 60.5)
    lines = summary({"toy": found}, "default", 1)
    assert "toy, scale default: at least " in lines[1]
    assert lines[2].strip() == ("not measured and not included: 1 of 4 jobs (toy/train/a)")


def test_other_parameters_are_told(book: Open) -> None:
    found = estimate(book(plan(steps=11)), plan(), 1)
    assert found.other_work == ("toy/judge/all", "toy/train/a")
    assert caveats(found) == [
        "measured with other parameters: 2 of 4 jobs (toy/judge/all, toy/train/a)"
    ]


def test_equal_work_measured_at_another_scale_counts(book: Open) -> None:
    other = plan(steps=11, scale="paper")
    found = estimate(book(other, "paper"), other, 1)
    assert found.unmeasured == ("toy/judge/all", "toy/train/a")
    assert found.other_work == ()


def test_entries_of_jobs_that_exist_no_more_are_ignored(project: Project, book: Open) -> None:
    costs = costs_of(plan())
    more = costs.jobs | {"train/gone": costs.jobs["train/a"]}
    scales = {"default": costs.model_copy(update={"jobs": more})}
    write_costs(project, StudyCosts(study="toy", scales=scales))
    assert estimate(book(), plan(), 1).wall == pytest.approx(100.0)


def test_nothing_measured_says_so(tmp_path: Path) -> None:
    book = CostBook(Project(tmp_path), plan(), "default")
    found = estimate(book, plan(), 2)
    assert (found.measured, found.wall, found.cpu) == (0, 0.0, 0.0)
    assert summary({"toy": found}, "default", 2) == [
        "Expected on 2 cores, from stored measurements (docs/costs.md):",
        "  toy, scale default: not measured (4 jobs)",
    ]


def test_without_a_measured_run_its_absence_is_told(project: Project, book: Open) -> None:
    write_costs(project, StudyCosts(study="toy", scales={"default": costs_of(plan(), run=None)}))
    found = estimate(book(), plan(), 1)
    assert found.wall == pytest.approx(93.0)
    assert caveats(found) == [
        "Snakemake's own time is not included: no complete run has been measured"
    ]


def test_a_dry_run_knows_its_jobs_by_their_files(book: Open) -> None:
    estimator = RunEstimator(book(), Path("results"), 2)
    lines = estimator.summary(["results/toy/traina.json", "results/toy/judge.json", "other.txt"])
    assert lines == [
        "Expected on 2 cores, from stored measurements (docs/costs.md):",
        "  toy, scale default: 1.1 CPU minutes, 1.1 minutes, up to 820 MB of memory, "
        "0.0 MB of files",
    ]
    assert estimator.summary(["other.txt"]) == []


def test_small_times_are_not_zero() -> None:
    assert [minutes(s) for s in (0.0, 2.9, 3.0, 90.0)] == ["under 0.1", "under 0.1", "0.1", "1.5"]


def test_the_fixture_names_all_jobs() -> None:
    assert set(plan()) == {GENERATE, TRAIN_A, TRAIN_B, JUDGE}
