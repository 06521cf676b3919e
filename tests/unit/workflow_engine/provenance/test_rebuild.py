"""Which jobs can be made anew and compared: those that their records still tell of."""

from pathlib import Path

import pytest

from tests.unit.workflow_engine.provenance.conftest import (
    MAKE,
    NOTE,
    NUMBERS,
    TOTAL,
    USE,
    FakeProject,
    write,
)
from workflow_engine.provenance.rebuild import Rebuilt, comparable, compare_roots

ALL = {MAKE, USE}


def test_all_jobs_whose_records_hold_can_be_compared(fake: FakeProject) -> None:
    assert comparable(fake.judge(), fake.jobs) == ALL


def test_bytes_in_question_are_no_reason_to_leave_a_job_out(fake: FakeProject) -> None:
    write(fake.out / NUMBERS, "tampered\n")
    (fake.out / TOTAL).unlink()
    assert comparable(fake.judge(), fake.jobs) == ALL


@pytest.mark.parametrize("spoiled", ["params", "code", "record"])
def test_what_is_stale_and_what_follows_is_left_out(fake: FakeProject, spoiled: str) -> None:
    if spoiled == "params":
        fake.change_params(MAKE, root_seed=8)
    elif spoiled == "code":
        fake.source("toy/make").write_text("COUNT = 3\n")
    else:
        (fake.out / MAKE).unlink()
    assert comparable(fake.judge(), fake.jobs) == set()


def test_an_edited_source_leaves_its_job_out(fake: FakeProject) -> None:
    write(fake.root / "notes/toy.txt", "another source\n")
    assert comparable(fake.judge(), fake.jobs) == {MAKE}


@pytest.fixture
def other(tmp_path: Path) -> FakeProject:
    """The same project built a second time."""
    return FakeProject.create(tmp_path / "other")


def compared(fake: FakeProject, other: FakeProject, expected: set[str] = ALL) -> Rebuilt:
    """Compare two builds."""
    done = Rebuilt("folder")
    compare_roots(done, fake.out, other.out, expected)
    return done


def test_equal_roots_have_no_differences(fake: FakeProject, other: FakeProject) -> None:
    done = compared(fake, other)
    assert (done.failures, done.made, done.different) == ([], 2, 0)


def test_a_forged_pair_of_file_and_record_differs(fake: FakeProject, other: FakeProject) -> None:
    write(fake.out / TOTAL, "forged\n")
    fake.vouch(fake.jobs[USE])
    assert fake.faults() == {}
    done = compared(fake, other)
    assert {path for path, _ in done.failures} == {TOTAL, USE}
    assert all(reason.startswith("rebuild: made again it ") for _, reason in done.failures)
    assert done.different == 1


def test_what_follows_from_a_forgery_says_so(fake: FakeProject, other: FakeProject) -> None:
    write(fake.out / NUMBERS, "forged\n")
    fake.vouch(fake.jobs[MAKE])
    fake.build(fake.jobs[USE], "made from a forgery:")
    reasons = dict(compared(fake, other).failures)
    assert set(reasons) == {NUMBERS, MAKE, TOTAL, NOTE, USE}
    assert "so has a file" not in reasons[NUMBERS] and "so has a file" in reasons[TOTAL]


def test_a_file_that_is_not_here_is_compared_by_its_record(
    fake: FakeProject, other: FakeProject
) -> None:
    (fake.out / NUMBERS).unlink()
    assert compared(fake, other).failures == []
    fake.forge(MAKE, lambda body: body["outputs"].update({NUMBERS: "0" * 64}))
    assert dict(compared(fake, other).failures) == {
        MAKE: "rebuild: made again it is another record"
    }


def test_a_job_that_left_nothing_is_named(fake: FakeProject, other: FakeProject) -> None:
    (other.out / USE).unlink()
    ((path, reason),) = compared(fake, other).failures
    assert path == USE and "left no record" in reason


def test_a_failed_run_is_named_once(fake: FakeProject, other: FakeProject) -> None:
    (other.out / USE).unlink()
    done = Rebuilt("folder", ended=1)
    compare_roots(done, fake.out, other.out, ALL)
    ((_, reason),) = done.failures
    assert "snakemake ended with 1" in reason
