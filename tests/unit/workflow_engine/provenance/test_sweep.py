"""The sweep moves what a record proves to be ours and nobody asks for, and nothing else."""

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from tests.unit.workflow_engine.provenance.conftest import (
    MAKE,
    NOTE,
    NUMBERS,
    TOTAL,
    USE,
    FakeProject,
    write,
)
from workflow_engine.provenance.hashes import Hashes
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.sweep import NOBODY_ASKS, Doomed, doomed, sweep
from workflow_engine.provenance.trash import TRASH, restore

EVERYTHING = {MAKE, USE, NUMBERS, TOTAL, NOTE}


def contents(fake: FakeProject) -> dict[str, bytes]:
    """Return what lies in the output root, its trash left aside."""
    return {p: c for p, c in fake.contents().items() if not p.startswith(f"{TRASH}/")}


def swept(fake: FakeProject, studies: Collection[str] = ("toy",)) -> set[str]:
    """Sweep; return what is gone, which must be what was foretold and what the trash holds."""
    before = contents(fake)
    foretold = doomed(fake.out, fake.judge(), Hashes(), studies)
    assert fake.contents() == before
    date, moved = sweep(fake.out, fake.judge(), Hashes(), studies)
    said = [path for group in moved for path in group.paths]
    assert moved == foretold
    assert len(said) == len(set(said))
    gone = {path: content for path, content in before.items() if path not in contents(fake)}
    assert gone.keys() == set(said)
    kept = {f"{TRASH}/{date}/{path}": content for path, content in gone.items()}
    assert {p: c for p, c in fake.contents().items() if p.startswith(f"{TRASH}/")} == kept
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
    assert set(contents(fake)) == EVERYTHING


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
    assert [path.name for path in fake.out.iterdir()] == [TRASH]


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
    assert set(contents(fake)) == EVERYTHING - {NOTE}


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


def test_a_table_on_request_goes_when_it_no_longer_follows_and_not_before(
    fake: FakeProject,
) -> None:
    table = "toy/tables/again.json"
    job = replace(fake.jobs[USE], step="replicate", outputs={"table": table})
    fake.plan(job)
    fake.build(job)
    assert swept(fake) == set()
    # this run makes them again: of the same bytes, for all that is known
    (fake.out / NUMBERS).unlink()
    assert swept(fake) == set()
    fake.build(fake.jobs[MAKE], "other content of")
    assert swept(fake) == {job.record_path, table}


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


def test_what_was_moved_comes_back(fake: FakeProject) -> None:
    extra(fake, "b")
    before = fake.contents()
    gone = swept(fake)
    done = restore(fake.out)
    assert set(done.files) == gone and done.already_there == 0
    assert fake.contents() == before


def test_a_study_that_the_run_was_not_asked_for_is_left_alone(fake: FakeProject) -> None:
    extra(fake, "b")
    assert swept(fake, []) == set()
    assert swept(fake, ["other"]) == set()
    assert len(swept(fake, ["other", "toy"])) == 2


def test_a_record_that_has_lost_its_files_is_left_to_its_study(fake: FakeProject) -> None:
    job = extra(fake, "b")
    (fake.out / job.outputs["x"]).unlink()
    assert swept(fake, ["other"]) == set()
    assert swept(fake, ["toy"]) == {job.record_path}


def test_a_study_that_the_plan_lacks_goes_only_when_it_is_named(fake: FakeProject) -> None:
    fake.jobs.clear()
    assert swept(fake, []) == set()
    assert swept(fake, ["toy"]) == EVERYTHING


def test_files_of_another_study_that_a_record_claims_stay(fake: FakeProject) -> None:
    job = replace(
        fake.jobs[MAKE], wildcards={"cell": "b"}, outputs={"x": "other/models/claimed.json"}
    )
    fake.build(job)
    assert "other/models/claimed.json" not in swept(fake)


def test_files_are_told_by_study_and_reason(fake: FakeProject) -> None:
    job = extra(fake, "b")
    paths = ("toy/models/deep/b.json", job.record_path)
    assert doomed(fake.out, fake.judge(), Hashes(), ["toy"]) == [Doomed("toy", NOBODY_ASKS, paths)]


def test_no_link_is_followed(fake: FakeProject, tmp_path: Path) -> None:
    job = extra(fake, "b")
    outside = tmp_path / "outside"
    (fake.out / "toy/models/deep").rename(outside)
    (fake.out / "toy/models/deep").symlink_to(outside)
    swept_away = sweep(fake.out, fake.judge(), Hashes(), ["toy"])[1]
    assert (outside / "b.json").is_file()
    assert "toy/models/deep/b.json" not in [path for group in swept_away for path in group.paths]
    assert job.outputs["x"] == "toy/models/deep/b.json"
