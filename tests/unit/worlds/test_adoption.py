"""Only what the run's ledger vouches for is taken over."""

from pathlib import Path

import pytest

from compsparse.worlds.adoption import adopt
from tests.unit.workflow_engine.provenance.conftest import (
    MAKE,
    NUMBERS,
    TOTAL,
    USE,
    FakeProject,
    write,
)
from workflow_engine.provenance.digests import Digests
from workflow_engine.provenance.hashes import Hashes
from workflow_engine.provenance.ledger import judge


@pytest.fixture
def fake(tmp_path: Path) -> FakeProject:
    """A built project."""
    return FakeProject.create(tmp_path / "project")


def taken(fake: FakeProject, *wanted: str) -> tuple[int, set[str]]:
    """Adopt into another root; return of how many jobs, and which files are there."""
    root = fake.root / "results/.scratch/world"
    number = adopt(fake.judge(), fake.out, root, wanted)
    return number, {str(p.relative_to(root)) for p in root.rglob("*") if p.is_file()}


def test_what_holds_is_valid_in_the_other_root_as_well(fake: FakeProject) -> None:
    number, files = taken(fake, MAKE, USE)
    assert number == 2
    assert {MAKE, USE, NUMBERS, TOTAL} <= files
    root = fake.root / "results/.scratch/world"
    judgment = judge(root, fake.root, fake.jobs, Digests(fake.project), Hashes())
    assert judgment.bad == {}
    # copies: a time set there is not set here
    assert not (root / NUMBERS).samefile(fake.out / NUMBERS)


def test_only_what_is_wanted_is_taken(fake: FakeProject) -> None:
    assert taken(fake, MAKE) == (1, {MAKE, NUMBERS})


def test_a_damaged_file_and_all_that_follows_stay_where_they_are(fake: FakeProject) -> None:
    write(fake.out / NUMBERS, "tampered\n")
    assert taken(fake, MAKE, USE) == (0, set())


def test_a_stale_record_is_not_taken(fake: FakeProject) -> None:
    fake.change_params(MAKE, root_seed=8)
    assert taken(fake, MAKE, USE) == (0, set())


def test_what_was_damaged_in_the_other_root_is_replaced(fake: FakeProject) -> None:
    taken(fake, MAKE, USE)
    root = fake.root / "results/.scratch/world"
    write(root / NUMBERS, "tampered\n")
    taken(fake, MAKE, USE)
    assert (root / NUMBERS).read_bytes() == (fake.out / NUMBERS).read_bytes()
