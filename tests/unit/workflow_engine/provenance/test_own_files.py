"""What lies behind a link is not the output root's own: not read, not touched, not removed."""

import os
import shutil
from pathlib import Path

import pytest

from tests.unit.workflow_engine.provenance.conftest import MAKE, NUMBERS, TOTAL, USE, FakeProject
from workflow_engine.provenance.own_files import (
    OwnFiles,
    everything_below,
    require_own,
    require_own_of,
)
from workflow_engine.provenance.record import Record, RecordError
from workflow_engine.provenance.storage import StorageError
from workflow_engine.provenance.sync import EPOCH_NS, ensure_epoch, synchronize

OLD = 978307200 * 10**9  # the first second of 2001, before the epoch


def test_an_own_file_and_a_missing_one_are_not_refused(fake: FakeProject) -> None:
    files = OwnFiles(fake.out)
    for name in (NUMBERS, TOTAL, "toy/gone", "gone/gone", f"{NUMBERS}/below"):
        assert files.refusal(name) is None


def test_a_link_on_the_way_is_named(fake: FakeProject) -> None:
    (fake.out / "toy/data").rename(fake.root / "data")
    (fake.out / "toy/data").symlink_to(fake.root / "data")
    files = OwnFiles(fake.out)
    assert files.link_above(NUMBERS) == "toy/data"
    assert files.link_above("toy/data/deep/er") == "toy/data"
    assert files.refusal(NUMBERS) == "lies behind toy/data, which is a symbolic link"
    assert files.refusal("toy/data") == "is a symbolic link"


def test_all_that_is_no_folder_is_found_and_no_link_followed(tmp_path: Path) -> None:
    (tmp_path / "deep/er").mkdir(parents=True)
    (tmp_path / "deep/er/file").touch()
    (tmp_path / "deep/loop").symlink_to(tmp_path)
    (tmp_path / "deep/dangling").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe")
    found = {os.path.relpath(entry.path, tmp_path) for entry in everything_below(tmp_path)}
    assert found == {"deep/er/file", "deep/loop", "deep/dangling", "pipe"}
    for place in ("deep/loop", "deep/er/file", "gone"):
        assert list(everything_below(tmp_path / place)) == []


def test_a_fresh_and_a_built_root_are_free_of_links(fake: FakeProject) -> None:
    require_own(fake.out, fake.jobs.values())
    shutil.rmtree(fake.out)
    require_own(fake.out, fake.jobs.values())


def led_away(fake: FakeProject, place: str) -> Path:
    """Put a link out of the root where a file or folder of it lies, or would; return the link."""
    path = fake.out / place
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        path.rename(fake.root / "moved")
    path.symlink_to(fake.root / "moved")
    return path


@pytest.mark.parametrize(
    "place",
    [
        TOTAL,
        USE,
        "toy/tables",
        "toy/provenance",
        ".lock",
        ".tmp",
        ".logs/toy/use.log",
        ".costs/toy",
    ],
)
def test_a_run_is_refused_where_it_would_write_through_a_link(
    fake: FakeProject, place: str
) -> None:
    path = led_away(fake, place)
    with pytest.raises(StorageError, match=rf"^{path} is a symbolic link"):
        require_own(fake.out, fake.jobs.values())


@pytest.mark.parametrize("place", [TOTAL, "toy/tables", "toy/provenance", ".tmp", ".tmp/toy"])
def test_a_job_is_refused_where_it_would_write_through_a_link(
    fake: FakeProject, place: str
) -> None:
    require_own_of(fake.out, fake.jobs[USE])
    path = led_away(fake, place)
    with pytest.raises(StorageError, match=rf"^{path} is a symbolic link"):
        require_own_of(fake.out, fake.jobs[USE])


def test_times_behind_links_stay_as_they_are(fake: FakeProject) -> None:
    target = (fake.out / NUMBERS).rename(fake.root / "numbers.json")
    (fake.out / NUMBERS).symlink_to(target)
    fake.project.epoch.parent.mkdir(parents=True)
    (fake.root / "other").touch()
    fake.project.epoch.symlink_to(fake.root / "other")
    for file in (target, fake.root / "other"):
        os.utime(file, ns=(OLD, OLD))
    judgment = synchronize(fake.project, fake.out, fake.jobs).judgment
    assert [str(fault) for fault in judgment.bad[NUMBERS]] == [
        f"content: {NUMBERS} is a symbolic link"
    ]
    assert [file.stat().st_mtime_ns for file in (target, fake.root / "other")] == [OLD, OLD]
    assert fake.project.epoch.lstat().st_mtime_ns == EPOCH_NS
    assert not fake.project.epoch.is_symlink()


def test_an_epoch_that_is_a_pipe_is_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "epoch")
    ensure_epoch(tmp_path / "epoch")
    assert (tmp_path / "epoch").read_text()


def test_a_linked_study_has_no_records_and_its_files_are_named(fake: FakeProject) -> None:
    (fake.out / "toy").rename(fake.root / "toy")
    (fake.out / "toy").symlink_to(fake.root / "toy")
    judgment = fake.judge()
    assert judgment.records == {}
    assert str(judgment.bad[TOTAL][0]) == (
        f"content: {TOTAL} lies behind toy, which is a symbolic link"
    )


def test_files_behind_a_linked_folder_do_not_hold_though_their_bytes_are_right(
    fake: FakeProject,
) -> None:
    led_away(fake, "toy/data")
    judgment = fake.judge()
    behind = f"{NUMBERS} lies behind toy/data, which is a symbolic link"
    assert [str(fault) for fault in judgment.bad[NUMBERS]] == [f"content: {behind}"]
    assert [str(fault) for fault in judgment.bad[TOTAL]] == [f"input: {behind}"]


def test_a_record_that_is_no_regular_file_is_none(fake: FakeProject) -> None:
    (fake.out / MAKE).rename(fake.root / "record.json")
    (fake.out / MAKE).symlink_to(fake.root / "record.json")
    with pytest.raises(RecordError, match=r"unreadable \(it is a symbolic link\)"):
        Record.read(fake.out / MAKE)
    (fake.out / MAKE).unlink()
    os.mkfifo(fake.out / MAKE)
    assert str(fake.judge().faults[MAKE][0]) == "not canonical: unreadable (it is a named pipe)"
