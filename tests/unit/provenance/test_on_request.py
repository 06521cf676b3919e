"""A job on request may be missing; what it left holds, or is named and swept."""

from dataclasses import replace

import pytest

from compsparse.provenance.hashes import Hashes
from compsparse.provenance.job import Job
from compsparse.provenance.record import Record
from compsparse.provenance.sweep import NOBODY_ASKS, OUTDATED, sweep
from tests.unit.provenance.conftest import NUMBERS, TOTAL, FakeProject, write


@pytest.fixture
def job(fake: FakeProject) -> Job:
    """A planned replication of what ``use`` makes, whose steps run ``make``."""
    planned = replace(
        fake.jobs["toy/provenance/use/all.json"],
        step="replicate",
        params={"repeated": {"1": "digest"}},
        inputs={"total": TOTAL},
        outputs={"table": "toy/tables/replication.json"},
        runs=["compsparse.toy.make"],
    )
    fake.plan(planned)
    return planned


def swept(fake: FakeProject) -> set[str]:
    """Sweep; return what was moved."""
    moved = sweep(fake.out, fake.judge(), Hashes(), {"toy"})[1]
    assert {group.why for group in moved} <= {OUTDATED, NOBODY_ASKS}
    return {path for group in moved for path in group.paths}


def left(job: Job) -> set[str]:
    """Return what the job leaves."""
    return {*job.outputs.values(), job.record_path}


def test_one_that_nobody_asked_for_is_not_missing(fake: FakeProject, job: Job) -> None:
    assert fake.judge().bad == {}


def test_its_file_without_a_record_is_not_trusted(fake: FakeProject, job: Job) -> None:
    write(fake.out / job.outputs["table"], "who wrote this?\n")
    assert list(fake.judge().bad) == [job.outputs["table"]]
    assert swept(fake) == set()


def test_one_that_holds_stays(fake: FakeProject, job: Job) -> None:
    fake.build(job)
    assert fake.faults() == {}
    assert swept(fake) == set()


def test_the_code_that_it_has_run_is_its_own(fake: FakeProject, job: Job) -> None:
    fake.build(job)
    source = fake.source("toy/make")
    source.write_text(source.read_text().replace("COUNT = 2", "COUNT = 3"))
    assert [fault[:6] for fault in fake.faults()[job.record_path]] == ["code: "]
    assert swept(fake) == left(job)


@pytest.mark.parametrize(
    "change",
    [{"params": {"repeated": {"1": "other"}}}, {"runs": ["compsparse.toy.helper"]}],
    ids=["params", "runs"],
)
def test_one_that_the_plan_wants_otherwise_goes(
    fake: FakeProject, job: Job, change: dict[str, object]
) -> None:
    fake.build(job)
    fake.change(job.record_path, **change)
    assert job.outputs["table"] in fake.judge().bad
    assert swept(fake) == left(job)


def test_one_whose_input_will_be_made_again_waits(fake: FakeProject, job: Job) -> None:
    fake.build(job)
    before = (fake.out / TOTAL).read_text()
    write(fake.out / TOTAL, "tampered\n")
    assert job.outputs["table"] in fake.judge().bad
    assert swept(fake) == set()
    write(fake.out / TOTAL, before)
    assert fake.judge().bad == {}


def test_one_whose_input_was_made_again_with_other_bytes_goes(fake: FakeProject, job: Job) -> None:
    fake.build(job)
    fake.build(fake.jobs["toy/provenance/use/all.json"], content="other content of")
    assert swept(fake) == left(job)


def test_one_whose_source_changed_goes(fake: FakeProject, job: Job) -> None:
    fake.build(job)
    write(fake.root / "notes/toy.txt", "another source\n")
    assert left(job) <= swept(fake)


def test_a_tampered_one_stays_for_people_to_look_at(fake: FakeProject, job: Job) -> None:
    fake.build(job)
    write(fake.out / job.outputs["table"], "edited by hand\n")
    assert job.outputs["table"] in fake.judge().bad
    assert swept(fake) == set()
    assert (fake.out / job.record_path).is_file()


def test_a_record_names_what_was_run_only_where_something_was(fake: FakeProject, job: Job) -> None:
    fake.build(job)
    assert Record.read(fake.out / job.record_path).job.runs == ["compsparse.toy.make"]
    assert Job.from_json(job.to_json()) == job
    assert "runs" not in fake.jobs["toy/provenance/make/all.json"].as_json()


def test_other_jobs_are_missing_when_they_are(fake: FakeProject, job: Job) -> None:
    (fake.out / NUMBERS).unlink()
    (fake.out / "toy/provenance/make/all.json").unlink()
    assert NUMBERS in fake.judge().bad
