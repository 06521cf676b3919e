"""What a rule asks a cluster for: the measured, with a margin."""

import pytest

from workflow_engine.costs import requests
from workflow_engine.costs.book import Found
from workflow_engine.costs.model import JobCost


def found(wall: float = 1.0, memory: float = 1.0, *, same_work: bool = True) -> Found:
    """Return a measured job."""
    return Found(JobCost(work="w", cpu=1.0, wall=wall, memory=memory, size=1), same_work)


@pytest.mark.parametrize(("measured", "asked"), [(10.0, 300), (200.0, 300), (1001.0, 1502)])
def test_memory_is_half_as_much_again_and_never_too_little(measured: float, asked: int) -> None:
    assert requests.memory("train", found(memory=measured)) == asked


@pytest.mark.parametrize(("measured", "asked"), [(0.1, 2), (40.0, 2), (41.0, 3), (600.0, 30)])
def test_minutes_are_three_times_the_measured_rounded_up(measured: float, asked: int) -> None:
    assert requests.runtime("train", found(wall=measured)) == asked


@pytest.mark.parametrize("known", [None, found(same_work=False)], ids=["never", "other_work"])
def test_a_job_not_measured_as_it_is_gets_what_its_step_may_need(known: Found | None) -> None:
    assert (requests.memory("train", known), requests.runtime("train", known)) == (48000, 1440)
    assert (requests.memory("else", known), requests.runtime("else", known)) == (8000, 240)
