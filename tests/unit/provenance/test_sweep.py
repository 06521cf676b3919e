"""The sweep deletes what a record proves to be ours and nobody asks for, and nothing else."""

from dataclasses import replace

from compsparse.provenance.hashes import Hashes
from compsparse.provenance.job import Job
from compsparse.provenance.sweep import doomed, sweep
from tests.unit.provenance.conftest import MAKE, NOTE, NUMBERS, TOTAL, USE, FakeProject, write

EVERYTHING = {MAKE, USE, NUMBERS, TOTAL, NOTE}


def swept(fake: FakeProject) -> set[str]:
    """Sweep; return what is gone, which must be what the sweep said, and what was foretold."""
    before = set(fake.contents())
    foretold = doomed(fake.out, fake.judge(), Hashes())
    assert set(fake.contents()) == before
    said = sweep(fake.out, fake.judge(), Hashes())
    assert len(said) == len(set(said))
    assert before - set(fake.contents()) == set(said)
    assert foretold == said[: len(foretold)]
    assert all(path.startswith(".tmp/") for path in said[len(foretold) :])  # checkpoints
    return set(said)


def extra(fake: FakeProject, cell: str) -> Job:
    """Build a job that is not planned, in a folder of its own."""
    job = replace(
        fake.jobs[MAKE], wildcards={"cell": cell}, outputs={"x": f"toy/models/deep/{cell}.json"}
    )
    fake.build(job)
    return job


def test_a_project_as_it_was_built_loses_nothing(fake: FakeProject) -> None:
    assert swept(fake) == set()


def test_files_and_record_of_a_job_that_nobody_plans_go(fake: FakeProject) -> None:
    job = extra(fake, "b")
    assert swept(fake) == {job.record_path, "toy/models/deep/b.json"}
    assert set(fake.contents()) == EVERYTHING


def test_folders_that_become_empty_go_and_others_stay(fake: FakeProject) -> None:
    extra(fake, "b")
    write(fake.out / "toy/models/mine.txt", "mine\n")
    swept(fake)
    assert not (fake.out / "toy/models/deep").exists()
    assert not (fake.out / "toy/provenance/make/b.json").exists()
    assert (fake.out / "toy/models/mine.txt").read_text() == "mine\n"


def test_the_output_root_stays_when_everything_goes(fake: FakeProject) -> None:
    fake.jobs.clear()
    assert swept(fake) == EVERYTHING
    assert list(fake.out.iterdir()) == []


def test_foreign_files_stay(fake: FakeProject) -> None:
    names = ["toy/models/mine.npz", "toy/data/mine.json", "notes.txt", "other/data/x.csv"]
    for name in names:
        write(fake.out / name, "mine\n")
    del fake.jobs[USE]
    assert swept(fake) == {USE, TOTAL, NOTE}
    assert set(names) <= set(fake.contents())


def test_a_changed_file_stays_with_the_record_that_says_where_it_came_from(
    fake: FakeProject,
) -> None:
    del fake.jobs[USE]
    write(fake.out / TOTAL, "edited by hand\n")
    assert swept(fake) == {NOTE}
    assert set(fake.contents()) == EVERYTHING - {NOTE}


def test_a_record_whose_files_are_gone_goes(fake: FakeProject) -> None:
    del fake.jobs[USE]
    for name in (TOTAL, NOTE):
        (fake.out / name).unlink()
    assert swept(fake) == {USE}


def test_files_that_a_planned_job_no_longer_writes_go_and_its_record_stays(
    fake: FakeProject,
) -> None:
    fake.change(USE, outputs={"total": TOTAL})
    assert swept(fake) == {NOTE}


def test_a_planned_file_stays_even_if_an_old_record_of_another_name_claims_it(
    fake: FakeProject,
) -> None:
    renamed = replace(fake.jobs[USE], step="used_to_be")
    fake.build(renamed)
    assert swept(fake) == {renamed.record_path}


def test_planned_files_stay_however_stale_they_are(fake: FakeProject) -> None:
    fake.change_params(MAKE, root_seed=8)
    fake.source("toy/use").write_text("import numpy\n")
    assert swept(fake) == set()


def test_two_old_records_may_name_one_file(fake: FakeProject) -> None:
    job = extra(fake, "b")
    other = replace(job, step="used_to_be")
    fake.build(other)
    assert swept(fake) == {job.record_path, other.record_path, "toy/models/deep/b.json"}


def test_a_damaged_record_proves_nothing_so_all_stays(fake: FakeProject) -> None:
    job = extra(fake, "b")
    path = fake.out / job.record_path
    path.write_text(path.read_text() + " ")
    assert swept(fake) == set()
