"""What a rule asks a cluster for: the measured, with a margin, and never more than a node has."""

import pytest

from workflow_engine.configuration.scales import SCALES, Scale
from workflow_engine.costs import requests
from workflow_engine.costs.book import Found
from workflow_engine.costs.model import JobCost
from workflow_engine.costs.requests import Limits

_NONE = Limits()


def found(wall: float = 1.0, memory: float = 1.0, *, same_work: bool = True) -> Found:
    """Return a measured job."""
    return Found(JobCost(work="w", cpu=1.0, wall=wall, memory=memory, size=1), same_work)


def asked(
    known: Found | None,
    scale: Scale = "paper",
    attempt: int = 1,
    limits: Limits = _NONE,
    step: str = "train",
) -> tuple[int, int]:
    """Return the megabytes and minutes that a job asks for."""
    return (
        requests.memory(step, scale, known, attempt, limits),
        requests.runtime(step, scale, known, attempt, limits),
    )


@pytest.mark.parametrize(("measured", "expected"), [(10.0, 300), (200.0, 300), (1001.0, 1502)])
def test_memory_is_half_as_much_again_and_never_too_little(measured: float, expected: int) -> None:
    assert asked(found(memory=measured))[0] == expected


@pytest.mark.parametrize(("measured", "expected"), [(0.1, 2), (40.0, 2), (41.0, 3), (600.0, 30)])
def test_minutes_are_three_times_the_measured_rounded_up(measured: float, expected: int) -> None:
    assert asked(found(wall=measured))[1] == expected


@pytest.mark.parametrize("known", [None, found(same_work=False)], ids=["never", "other_work"])
def test_a_job_not_measured_as_it_is_gets_a_guess_by_scale(known: Found | None) -> None:
    assert asked(known) == (48000, 1440)
    assert asked(known, step="else") == (8000, 240)
    guesses = [asked(known, scale, step="else") for scale in SCALES]
    assert guesses == sorted(guesses) and guesses[0] == (1500, 10)


def test_each_attempt_asks_for_twice_as_much_and_none_for_more_than_there_is() -> None:
    limits = Limits(memory=5000.0)
    sizes = [asked(None, "smoke", attempt, limits) for attempt in (1, 2, 3)]
    assert sizes == [(1500, 10), (3000, 20), (5000, 40)]
    assert asked(None, "paper", 1, Limits(16000.0, 60.0)) == (16000, 60)
    assert asked(found(memory=8000.0), limits=limits)[0] == 5000
