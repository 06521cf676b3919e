"""Which files records vouch for: as the ledger says, but absent files of DVC's are excused."""

from collections.abc import Callable

import pytest

from tests.unit.workflow_engine.provenance.conftest import (
    MAKE,
    NOTE,
    NUMBERS,
    SOURCE,
    TOTAL,
    USE,
    FakeProject,
)
from workflow_engine.provenance.vouching import Vouching


def objection(fake: FakeProject, path: str = TOTAL) -> str:
    """Return what objects to a file, in words; nothing where records vouch for it."""
    found = Vouching(fake.judge()).objection(path)
    return str(found) if found is not None else ""


def test_a_built_project_is_vouched_for(fake: FakeProject) -> None:
    assert [objection(fake, path) for path in (NUMBERS, TOTAL, NOTE)] == ["", "", ""]


def test_an_absent_file_of_dvcs_is_excused_and_its_record_stands_for_it(fake: FakeProject) -> None:
    (fake.out / NUMBERS).unlink()
    # to the ledger, and so to a run, the very same file is missing
    assert fake.faults()[USE] == [f"input: {NUMBERS} is missing"]
    assert [objection(fake, path) for path in (NUMBERS, TOTAL)] == ["", ""]


@pytest.mark.parametrize("path", [TOTAL, NOTE])
def test_an_absent_file_of_gits_is_not_excused(fake: FakeProject, path: str) -> None:
    (fake.out / path).unlink()
    assert f"content: {path} is missing" in objection(fake)


@pytest.mark.parametrize("path", [TOTAL, NOTE])
def test_an_edited_output_of_the_job_is_named(fake: FakeProject, path: str) -> None:
    (fake.out / path).write_text("edited")
    assert objection(fake) == f"content: {path} has other bytes than recorded; record {USE}"


def test_a_present_file_of_dvcs_counts(fake: FakeProject) -> None:
    (fake.out / NUMBERS).write_text("edited")
    assert f"input: {NUMBERS} has other bytes than recorded" in objection(fake)


def spoil_params(fake: FakeProject) -> None:
    """Edit a value that only the first job reads."""
    fake.change_params(MAKE, root_seed=8)


def spoil_code(fake: FakeProject) -> None:
    """Edit code of the first job only."""
    fake.source("toy/make").write_text("COUNT = 3\n")


def spoil_record(fake: FakeProject) -> None:
    """Break the canonical form of the first record."""
    record = fake.out / MAKE
    record.write_text(record.read_text() + "\n")


def drop_record(fake: FakeProject) -> None:
    """Delete the first record."""
    (fake.out / MAKE).unlink()


def forge_record(fake: FakeProject) -> None:
    """Let the first record vouch for other bytes than the second one read."""
    fake.forge(MAKE, lambda body: body["outputs"].update({NUMBERS: "0" * 64}))


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (spoil_params, f"params: root_seed was 7, is 8; record {MAKE}"),
        (
            spoil_code,
            "code: compsparse.toy.make or a module that it imports has changed",
        ),
        (spoil_record, "not canonical: the text is not the canonical text"),
        (drop_record, f"no record: {MAKE} does not exist"),
        (forge_record, f"input: {NUMBERS} has other bytes in the record of the job that makes it"),
    ],
)
def test_a_fault_of_what_it_was_made_from_is_named_though_the_file_is_absent(
    fake: FakeProject, spoil: Callable[[FakeProject], None], words: str
) -> None:
    (fake.out / NUMBERS).unlink()
    spoil(fake)
    assert words in objection(fake)


def test_an_edited_source_is_named(fake: FakeProject) -> None:
    (fake.root / SOURCE).unlink()
    assert f"input: {SOURCE} is missing" in objection(fake)


def test_a_file_that_no_job_makes_is_not_vouched_for(fake: FakeProject) -> None:
    assert "no job: params.yaml asks for none that makes toy/x.json" in objection(
        fake, "toy/x.json"
    )


def test_an_edited_environment_is_named(fake: FakeProject) -> None:
    fake.forge(USE, lambda body: body.update(environment="0" * 64))
    assert "environment: " in objection(fake)
