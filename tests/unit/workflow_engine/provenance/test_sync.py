"""Modification times say what the ledger knows; contents are never touched."""

import os
import time
from dataclasses import replace
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
from workflow_engine.provenance.hashes import Hashes
from workflow_engine.provenance.sync import EPOCH_NS, ensure_epoch, synchronize

FUTURE = time.time_ns() + 10**15
FILES = (NUMBERS, TOTAL, NOTE)


def sync(fake: FakeProject) -> dict[str, int]:
    """Synchronize; return the mtimes of all files under the output root."""
    before = fake.contents()
    synchronize(fake.project, fake.out, fake.jobs)
    assert fake.contents() == before
    return {name: mtime(fake.out / name) for name in before}


def mtime(path: Path) -> int:
    """Return a file's mtime in nanoseconds."""
    return path.stat().st_mtime_ns


def set_mtime(path: Path, moment: int) -> None:
    """Set a file's mtime in nanoseconds."""
    os.utime(path, ns=(moment, moment))


@pytest.mark.parametrize(
    "moments",
    [
        dict.fromkeys(FILES, 0),
        dict.fromkeys(FILES, EPOCH_NS - 1),
        dict.fromkeys(FILES, FUTURE),
        {NUMBERS: FUTURE, TOTAL: 0, NOTE: EPOCH_NS + 5},
        {NUMBERS: EPOCH_NS + 9, TOTAL: EPOCH_NS + 8, NOTE: EPOCH_NS + 9},
        {NUMBERS: 5, TOTAL: FUTURE, NOTE: FUTURE + 1},
        {MAKE: 0, USE: FUTURE},
    ],
)
def test_valid_files_lie_between_epoch_and_now_and_not_before_their_inputs(
    fake: FakeProject, moments: dict[str, int]
) -> None:
    for name, moment in moments.items():
        set_mtime(fake.out / name, moment)
    times = sync(fake)
    now = time.time_ns()
    assert set(times) == {MAKE, USE, *FILES}
    assert all(EPOCH_NS <= moment <= now for moment in times.values())
    assert times[NUMBERS] <= times[TOTAL] and times[NUMBERS] <= times[NOTE]


def test_good_times_are_left_alone(fake: FakeProject) -> None:
    for place, name in enumerate((NUMBERS, TOTAL, NOTE, MAKE, USE)):
        set_mtime(fake.out / name, EPOCH_NS + place)
    times = sync(fake)
    assert times == {n: EPOCH_NS + i for i, n in enumerate((NUMBERS, TOTAL, NOTE, MAKE, USE))}


def test_a_second_synchronization_changes_nothing(fake: FakeProject) -> None:
    set_mtime(fake.out / NUMBERS, FUTURE)
    write(fake.out / TOTAL, "other\n")
    assert sync(fake) == sync(fake)


def test_invalid_files_and_their_record_lie_before_the_epoch(fake: FakeProject) -> None:
    write(fake.out / TOTAL, "other\n")
    times = sync(fake)
    for name in (TOTAL, NOTE, USE):
        assert 0 <= times[name] < EPOCH_NS
    for name in (NUMBERS, MAKE):
        assert times[name] >= EPOCH_NS


def test_the_time_of_an_invalid_file_depends_on_its_content_only(fake: FakeProject) -> None:
    moments = {}
    for content in ("one\n", "two\n", "one\n"):
        write(fake.out / TOTAL, content)
        set_mtime(fake.out / TOTAL, FUTURE)
        moment = sync(fake)[TOTAL]
        assert moments.setdefault(content, moment) == moment
    assert moments["one\n"] != moments["two\n"]


def test_a_file_made_right_again_lies_after_the_epoch(fake: FakeProject) -> None:
    good = (fake.out / TOTAL).read_bytes()
    write(fake.out / TOTAL, "other\n")
    assert sync(fake)[TOTAL] < EPOCH_NS
    (fake.out / TOTAL).write_bytes(good)
    set_mtime(fake.out / TOTAL, 3)
    assert min(sync(fake).values()) >= EPOCH_NS


def test_what_follows_a_changed_parameter_waits_for_its_input(fake: FakeProject) -> None:
    fake.change_params(MAKE, root_seed=8)
    times = sync(fake)
    # the user's record still holds over the bytes that are there; the engine sees the older input
    assert times[NUMBERS] < EPOCH_NS <= times[TOTAL]


def test_files_without_a_record_and_damaged_records_are_aged(fake: FakeProject) -> None:
    (fake.out / MAKE).unlink()
    write(fake.out / USE, "{}")
    times = sync(fake)
    assert all(times[name] < EPOCH_NS for name in (NUMBERS, TOTAL, NOTE, USE))


def test_records_that_nobody_plans_are_aged_and_foreign_files_left_alone(
    fake: FakeProject,
) -> None:
    del fake.jobs[USE]
    foreign = write(fake.out / "toy/data/mine.csv", "mine\n")
    before = mtime(foreign)
    assert sync(fake)[USE] < EPOCH_NS
    assert mtime(foreign) == before


def test_missing_files_and_a_missing_root_are_no_error(fake: FakeProject) -> None:
    (fake.out / TOTAL).unlink()
    assert TOTAL not in sync(fake)
    empty = replace(fake.project, root=fake.root)
    done = synchronize(empty, fake.root / "elsewhere", fake.jobs)
    assert set(done.judgment.bad) == set(FILES)
    assert not (fake.root / "elsewhere").exists()


@pytest.mark.parametrize("valid", [True, False])
def test_large_files_keep_their_remembered_hash_when_their_time_moves(
    fake: FakeProject, monkeypatch: pytest.MonkeyPatch, valid: bool
) -> None:
    monkeypatch.setattr("workflow_engine.provenance.hashes._SETTLED", -1.0)
    write(fake.out / NUMBERS, "x" * (1 << 20))
    if valid:
        fake.vouch(fake.jobs[MAKE])
    set_mtime(fake.out / NUMBERS, FUTURE)
    assert (sync(fake)[NUMBERS] > EPOCH_NS) == valid
    read: list[str] = []

    def noting(path: Path) -> None:
        read.append(path.name)

    monkeypatch.setattr("workflow_engine.provenance.hashes.sha256", noting)
    assert Hashes(fake.project.hash_memory)(fake.out / NUMBERS) is not None
    assert read == []


@pytest.mark.parametrize("content", [None, "", "something\n"])
def test_the_epoch_file_is_never_empty_and_always_of_2001(
    tmp_path: Path, content: str | None
) -> None:
    path = tmp_path / "folder" / "epoch"
    if content is not None:
        write(path, content)
    for _ in range(2):
        ensure_epoch(path)
        assert path.read_text().strip()
        assert mtime(path) == EPOCH_NS


def test_the_epoch_file_is_made_by_the_synchronization(fake: FakeProject) -> None:
    sync(fake)
    assert mtime(fake.project.epoch) == EPOCH_NS
