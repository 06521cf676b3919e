"""What comes before a job and what follows from it."""

from tests.unit.workflow_engine.provenance.conftest import MAKE, USE, FakeProject
from workflow_engine.provenance.chains import predecessors, with_followers


def test_a_job_comes_after_those_whose_files_it_reads(fake: FakeProject) -> None:
    assert predecessors(fake.jobs) == {MAKE: frozenset(), USE: {MAKE}}
    # what a job on request made may be in no plan at hand
    assert predecessors({USE: fake.jobs[USE]}) == {USE: frozenset()}


def test_whatever_waits_for_a_job_follows_from_it() -> None:
    before = {"a": [], "b": ["a"], "c": ["b", "d"], "d": [], "e": ["d"]}
    assert with_followers(["b"], before) == {"b", "c"}
    assert with_followers(["a", "d"], before) == set(before)
    assert with_followers([], before) == with_followers(["unknown"], before) == set()
