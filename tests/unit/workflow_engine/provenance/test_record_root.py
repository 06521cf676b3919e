"""One hash stands for all records; a shell without this package computes the same."""

import subprocess
from pathlib import Path

from tests.unit.workflow_engine.provenance.conftest import write
from workflow_engine.provenance.record_root import record_hashes, record_root

# "a-b" stands before "a/b", capitals before small letters
NAMES = ["b/provenance/train/x.json", "b/provenance/train-2/x.json", "B/provenance/judge/all.json"]


def test_the_root_is_what_sha256sum_makes_of_the_records(tmp_path: Path) -> None:
    for name in NAMES:
        write(tmp_path / name, f"record {name}\n")
    command = "find */provenance -name '*.json' | LC_ALL=C sort | xargs sha256sum | sha256sum"
    done = subprocess.run(
        ["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert record_root(tmp_path, NAMES) == done.stdout.split()[0]


def test_the_root_sees_every_byte_and_every_name_and_no_order(tmp_path: Path) -> None:
    for name in NAMES:
        write(tmp_path / name, "{}\n")
    whole = record_root(tmp_path, NAMES)
    assert record_root(tmp_path, reversed(NAMES)) == whole
    assert record_root(tmp_path, NAMES[:2]) != whole
    write(tmp_path / NAMES[0], "{} \n")
    assert record_root(tmp_path, NAMES) != whole


def test_records_that_are_not_there_or_not_planned_do_not_count(tmp_path: Path) -> None:
    write(tmp_path / NAMES[0], "{}\n")
    write(tmp_path / "b/provenance/train/orphan.json", "{}\n")
    assert list(record_hashes(tmp_path, NAMES)) == [NAMES[0]]
    assert record_root(tmp_path, NAMES) == record_root(tmp_path, NAMES[:1])
