"""Jobs of equal work are known by it."""

from dataclasses import replace

from tests.unit.workflow_engine.costs.conftest import plan
from workflow_engine.costs.work import works

TRAIN_A, TRAIN_B = "toy/provenance/train/a.json", "toy/provenance/train/b.json"
GENERATE, JUDGE = "toy/provenance/generate/all.json", "toy/provenance/judge/all.json"


def changed(jobs: dict, other: dict) -> set[str]:
    """Return the records whose work differs."""
    one, two = works(jobs), works(other)
    return {record for record in one if one[record] != two[record]}


def test_another_seed_is_the_same_work() -> None:
    assert changed(plan(), plan(seed=7)) == set()


def test_a_parameter_changes_the_job_and_what_comes_after_it() -> None:
    assert changed(plan(), plan(steps=11)) == {TRAIN_A, JUDGE}


def test_a_larger_input_is_more_work() -> None:
    jobs = plan()
    generate = replace(jobs[GENERATE], params={"root_seed": 0, "count": 4})
    assert changed(jobs, jobs | {GENERATE: generate}) == set(jobs)


def test_another_numerics_mode_is_other_work() -> None:
    jobs = plan()
    native = {record: replace(job, numerics="native") for record, job in jobs.items()}
    assert changed(jobs, native) == set(jobs)


def test_jobs_that_do_different_things_have_different_work() -> None:
    assert len(set(works(plan()).values())) == 4
