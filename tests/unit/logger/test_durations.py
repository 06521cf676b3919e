"""How long jobs took is remembered between runs; the memory may be lost without harm."""

import json
from pathlib import Path

import pytest

from snakemake_logger_plugin_compsparse.durations import Durations


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    """A place for the memory."""
    return tmp_path / "folder" / "durations.json"


def test_rules_that_never_ran_take_two_seconds(memory: Path) -> None:
    durations = Durations(memory)
    assert durations.left({"a": 3, "b": 1}, [], 1) == 8.0
    assert durations.left({"a": 3, "b": 1}, [("c", 0.5)], 2) == pytest.approx(9.5 / 2)
    assert durations.left({}, [], 4) == 0.0


def test_the_first_job_is_believed_and_later_ones_by_half(memory: Path) -> None:
    durations = Durations(memory)
    durations.learn("a", 10.0)
    assert durations.left({"a": 1}, [], 1) == 10.0
    durations.learn("a", 20.0)
    assert durations.left({"a": 1}, [], 1) == 15.0
    assert durations.left({"b": 1}, [], 1) == 2.0


def test_the_longest_running_job_is_waited_for(memory: Path) -> None:
    durations = Durations(memory)
    durations.learn("long", 100.0)
    assert durations.left({"short": 4}, [("long", 10.0), ("short", 9.0)], 8) == 90.0


def test_no_number_of_cores_is_one_core(memory: Path) -> None:
    assert Durations(memory).left({"a": 3}, [], 0) == 6.0


def test_means_are_kept_for_the_next_run(memory: Path) -> None:
    durations = Durations(memory)
    durations.learn("a", 7.0)
    durations.save()
    assert Durations(memory).left({"a": 2}, [], 1) == 14.0
    assert [path.name for path in memory.parent.iterdir()] == ["durations.json"]


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[1]", b"3", b"null", b'{"a": "x"}', b'{"a": null}', b'{"a": [1]}', b"\xff\xfe"],
)
def test_a_damaged_memory_is_forgotten(memory: Path, content: bytes) -> None:
    memory.parent.mkdir()
    memory.write_bytes(content)
    durations = Durations(memory)
    assert durations.left({"a": 1}, [], 1) == 2.0
    durations.learn("a", 5.0)
    durations.save()
    assert json.loads(memory.read_text()) == {"a": 5.0}


def test_a_memory_that_cannot_be_written_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    Durations(tmp_path / "file" / "durations.json").save()
    assert (tmp_path / "file").read_text() == ""
