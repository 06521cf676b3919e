"""What is remembered of sources spares time and never speaks of other bytes or another code."""

import json
from pathlib import Path

import pytest

from tests.unit.workflow_engine.provenance.conftest import MAKE, FakeProject, write
from workflow_engine.provenance import readings
from workflow_engine.provenance.canonical import digest
from workflow_engine.provenance.closure import ClosureError, Sources
from workflow_engine.provenance.digests import Digests
from workflow_engine.provenance.readings import Reading, Readings

SOURCE = b'"""Text."""\n\nimport json\nfrom . import sub\n\nVALUE = 1  # a comment\n'


class Parsed:
    """Counts how often a source is parsed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        parse = readings.ast.parse

        def counted(text: str) -> object:
            self.count += 1
            return parse(text)

        monkeypatch.setattr(readings.ast, "parse", counted)


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> Parsed:
    return Parsed(monkeypatch)


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    """A memory that knows ``SOURCE``."""
    path = tmp_path / "ledger/sources.json"
    read = Readings(path)
    read(SOURCE)
    read.save()
    return path


def test_what_was_read_is_not_parsed_again(memory: Path, parsed: Parsed) -> None:
    read = Readings(memory)
    found = read(SOURCE)
    assert parsed.count == 0
    assert found == Reading.of(SOURCE)
    before = memory.stat().st_mtime_ns
    read.save()  # nothing was learned
    assert memory.stat().st_mtime_ns == before


def test_other_bytes_are_parsed_also_where_they_mean_the_same(memory: Path, parsed: Parsed) -> None:
    read = Readings(memory)
    comment = read(SOURCE.replace(b"a comment", b"another comment"))
    value = read(SOURCE.replace(b"VALUE = 1", b"VALUE = 2"))
    assert parsed.count == 2
    assert comment == read(SOURCE)
    assert value.digest != comment.digest
    read.save()
    assert len(json.loads(memory.read_text())["known"]) == 3


def test_another_normalization_or_python_forgets_all(
    memory: Path, parsed: Parsed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readings.sys, "version", "3.99")
    Readings(memory)(SOURCE)
    assert parsed.count == 1


def _edited(content: dict) -> str:
    for entry in content["known"].values():
        entry[0] = "0" * 64
    return json.dumps(content)


def _short(content: dict) -> str:
    content["known"] = {key: [] for key in content["known"]}
    content["check"] = digest(content["known"])
    return json.dumps(content)


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: "",
        lambda content: "[]",
        lambda content: "{}",
        lambda content: json.dumps(content)[:-9],
        lambda content: json.dumps(content | {"known": []}),
        _edited,
        _short,
    ],
)
def test_a_damaged_memory_is_passed_over_and_mended(
    memory: Path, parsed: Parsed, damage: object
) -> None:
    memory.write_text(damage(json.loads(memory.read_text())))
    read = Readings(memory)
    assert read(SOURCE) == Reading.of(SOURCE)
    read.save()
    assert (parsed.count, Readings(memory)(SOURCE)) == (2, Reading.of(SOURCE))


@pytest.mark.parametrize("kind", ["folder", "file above"])
def test_a_memory_that_cannot_be_written_is_no_failure(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "ledger/sources.json"
    if kind == "file above":
        write(tmp_path / "ledger", "")
    else:
        path.mkdir(parents=True)
    read = Readings(path)
    read(SOURCE)
    read.save()
    assert Readings(path)(SOURCE) == Reading.of(SOURCE)


def test_digests_are_the_same_with_and_without_memory(fake: FakeProject, parsed: Parsed) -> None:
    path = fake.project.readings_memory
    job = fake.jobs[MAKE]
    plain = Digests(fake.project).code_and_environment(job)
    for _ in range(2):
        read = Readings(path)
        assert Digests(fake.project, read).code_and_environment(job) == plain
        read.save()
    parsed.count = 0
    Digests(fake.project, Readings(path)).code_and_environment(job)
    assert parsed.count == 0
    source = fake.source("toy/make")
    source.write_text(source.read_text().replace("COUNT = 2", "COUNT = 3"))
    assert Digests(fake.project, Readings(path)).code_and_environment(job) != plain


def test_what_is_no_python_is_said_each_time(tmp_path: Path) -> None:
    write(tmp_path / "src/compsparse/__init__.py", "def")
    for _ in range(2):
        read = Readings(tmp_path / "memory.json")
        with pytest.raises(ClosureError, match="not readable as Python"):
            Sources(tmp_path / "src", read).module_digest("compsparse")
        read.save()
