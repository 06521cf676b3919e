"""The time left comes from the stored costs at once, and from what this run's jobs take."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unit.workflow_engine.costs.conftest import RUN, plan
from tests.unit.workflow_engine.costs.test_work import GENERATE, JUDGE, TRAIN_A, TRAIN_B
from workflow_engine.costs import time_left as module
from workflow_engine.costs.book import CostBook
from workflow_engine.costs.estimate import estimate
from workflow_engine.costs.time_left import TimeLeft

OUT = Path("results")
EVERYTHING = (GENERATE, TRAIN_A, TRAIN_B, JUDGE)


class Clock:
    """A clock that stands still between calls of ``pass_``."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def pass_(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(module, "time", clock)
    return clock


def files(*records: str) -> list[str]:
    """Return what these jobs write, as Snakemake names it."""
    return [f"results/{path}" for r in records for path in plan()[r].outputs.values()]


def seconds(left: TimeLeft) -> float:
    """Return the seconds of a text."""
    minutes, rest = left.text().split(" ")[-2].split(":")
    return 60 * int(minutes) + int(rest)


def done(left: TimeLeft, clock: Clock, record: str, took: float) -> None:
    """Run one job."""
    left.started(files(record))
    clock.pass_(took)
    left.finished(files(record))


@pytest.mark.parametrize("cores", [1, 2])
def test_before_any_job_it_is_the_estimate_of_a_dry_run(
    book: Callable[..., CostBook], clock: Clock, cores: int
) -> None:
    left = TimeLeft(book(), OUT, cores)
    left.expect(files(*EVERYTHING))
    expected = estimate(book(), EVERYTHING, cores).wall - RUN.start
    assert seconds(left) == pytest.approx(expected, abs=0.5)
    assert left.text().startswith("about ")


def test_a_run_as_fast_as_stored_counts_down_evenly(
    book: Callable[..., CostBook], clock: Clock
) -> None:
    left = TimeLeft(book(), OUT, 1)
    left.expect(files(*EVERYTHING))
    began = seconds(left)
    left.started(files(GENERATE))
    clock.pass_(1.5)
    left.finished(files(GENERATE))
    left.started(files(TRAIN_A))
    for passed in (1.5, 21.5, 41.5, 61.5):
        assert seconds(left) == pytest.approx(began - passed, abs=1)
        clock.pass_(20)


def test_a_slow_machine_is_seen_once_it_has_done_some_work(
    book: Callable[..., CostBook], clock: Clock
) -> None:
    left = TimeLeft(book(), OUT, 1)
    left.expect(files(*EVERYTHING))
    done(left, clock, GENERATE, 3.0)  # twice as long, but it says little about 95 seconds
    assert 93.5 < seconds(left) < 115
    done(left, clock, TRAIN_A, 121.0)
    # what is left was stored as 30.5 + 2.5
    assert 60 < seconds(left) <= 66


def test_a_job_that_is_late_says_so_before_it_ends(
    book: Callable[..., CostBook], clock: Clock
) -> None:
    left = TimeLeft(book(), OUT, 1)
    left.expect(files(*EVERYTHING))
    done(left, clock, GENERATE, 1.5)
    left.started(files(TRAIN_A))
    clock.pass_(600)
    assert seconds(left) > 3 * 33


def test_what_waits_for_a_failed_job_is_not_waited_for(
    book: Callable[..., CostBook], clock: Clock
) -> None:
    left = TimeLeft(book(), OUT, 1)
    left.expect(files(*EVERYTHING))
    done(left, clock, GENERATE, 1.5)
    left.started(files(TRAIN_A))
    left.failed(files(TRAIN_A))
    assert seconds(left) == pytest.approx(30.5, abs=0.6)  # the other training; no judge
    done(left, clock, TRAIN_B, 30.5)
    assert seconds(left) == 0


def test_jobs_without_a_stored_cost_make_it_a_bound_until_one_of_their_step_has_ended(
    book: Callable[..., CostBook], clock: Clock
) -> None:
    known = book()
    for record in (TRAIN_A, TRAIN_B):
        known._found.pop(record)
    left = TimeLeft(known, OUT, 1)
    left.expect(files(*EVERYTHING))
    assert left.text() == "at least 0:04 left"
    done(left, clock, GENERATE, 1.5)
    done(left, clock, TRAIN_B, 40)
    assert left.text().startswith("about ")
    assert seconds(left) == pytest.approx(42.5, abs=1)


def test_where_nothing_was_measured_nothing_is_said(
    book: Callable[..., CostBook], clock: Clock
) -> None:
    known = book()
    known._found.clear()
    left = TimeLeft(known, OUT, 1)
    left.expect(files(*EVERYTHING))
    assert left.text() == ""
