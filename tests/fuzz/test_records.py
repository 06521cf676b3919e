"""Damaged and forged records: refused in words; judging, synchronizing and sweeping stay alive."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.fuzz.effort import tries
from tests.fuzz.strange import changed, damaged
from tests.unit.workflow_engine.provenance.conftest import MAKE, USE, FakeProject
from workflow_engine.provenance.canonical import digest
from workflow_engine.provenance.dvc_lock import disagreements
from workflow_engine.provenance.hashes import Hashes
from workflow_engine.provenance.output_roots import AuditError, root_configuration
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.record import Record, RecordError
from workflow_engine.provenance.root_mark import ROOT_MARK
from workflow_engine.provenance.sweep import sweep
from workflow_engine.provenance.sync import synchronize
from workflow_engine.validation.errors import InvalidFileError

OTHER = "toy/provenance/old/all.json"  # a record that the plan does not know
PATHS = ["../outside", "toy/../../outside", "/etc/passwd", "", ".", "a//b", "a\0b", "x" * 300]
PATHS += ["/".join(["x" * 200] * 20), "toy/data", "toy/provenance/use/all.json", "ü", "a\nb"]


@pytest.fixture(scope="module")
def fake(tmp_path_factory: pytest.TempPathFactory) -> FakeProject:
    """A built project to spoil again and again."""
    fake = FakeProject.create(tmp_path_factory.mktemp("records") / "project")
    (fake.root / "outside").write_text("not ours to delete\n")
    return fake


BODY: dict[str, Any] = {}


def body_of(fake: FakeProject) -> dict[str, Any]:
    """Return the content of the record of ``use``, without its digest."""
    if not BODY:
        BODY.update(json.loads((fake.out / USE).read_text()))
        del BODY["sha256"]
    return BODY


def survives(fake: FakeProject, name: str, contents: bytes) -> str:
    """Put a record in, do all that looks at records, put the old one back; return the refusal."""
    path = fake.out / name
    before = {place: (fake.out / place).read_bytes() for place in fake.contents()}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(contents)
    refusal = ""
    try:
        Record.read(path)
    except RecordError as error:
        refusal = str(error)
    judgment = synchronize(fake.project, fake.out, fake.jobs).judgment
    assert all(str(fault) for faults in judgment.faults.values() for fault in faults)
    if refusal:
        # in parentheses the checks of types name one wrong item of several, not always the same
        told = refusal.partition(" (")[0]
        assert any(told in str(fault) for fault in judgment.faults[name])
    moved = sweep(fake.out, judgment, Hashes(), {"toy"})[1]
    deleted = [path for group in moved for path in group.paths]
    assert (fake.root / "outside").exists()
    assert all((fake.out / place).resolve().is_relative_to(fake.out) for place in deleted)
    for place, old in before.items():
        (fake.out / place).parent.mkdir(parents=True, exist_ok=True)
        (fake.out / place).write_bytes(old)
    if name not in before:
        path.unlink(missing_ok=True)
    return refusal


def closed(body: Any) -> bytes:
    """Return the canonical text of a record that a forger wrote."""
    body = {**body, "sha256": digest(body)} if isinstance(body, dict) else body
    return (json.dumps(body, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()


names = st.sampled_from([MAKE, USE, OTHER])


@tries(40)
@given(names, st.data())
def test_forged_records_are_refused_or_judged(
    fake: FakeProject, name: str, data: st.DataObject
) -> None:
    body, _ = data.draw(changed(body_of(fake)))
    try:
        contents = closed(body)
    except (TypeError, ValueError):
        return  # no forger can write that either
    survives(fake, name, contents)


@tries(25)
@given(names, st.sampled_from(["inputs", "outputs", "sources"]), st.sampled_from(PATHS))
@example(OTHER, "outputs", "../../outside")
@example(OTHER, "outputs", "/etc/passwd")
def test_forged_paths_are_refused_or_judged(
    fake: FakeProject, name: str, part: str, path: str
) -> None:
    sha = str(Hashes()(fake.root / "outside"))
    body = body_of(fake)
    survives(fake, name, closed({**body, part: {**body[part], path: sha}}))


@tries(25)
@given(names, st.data())
def test_damaged_records_are_refused_or_are_the_same(
    fake: FakeProject, name: str, data: st.DataObject
) -> None:
    whole = closed(body_of(fake))
    contents = data.draw(damaged(whole))
    assert survives(fake, name, contents) or contents == whole


@pytest.mark.parametrize(
    ("contents", "words"),
    [
        (b"[" * 100_000, "nested too deeply"),
        (b'{"format": 1, "job": ' * 50_000, "nested too deeply"),
        (b'{"format": 1' + b"0" * 5000 + b"}", "Exceeds the limit"),
    ],
)
def test_hostile_text_is_refused(fake: FakeProject, contents: bytes, words: str) -> None:
    assert words in survives(fake, OTHER, contents)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("../../outside", "is no path inside the output root"),
        ("/etc/passwd", "is no path inside the output root"),
        ("a\0b", "is no path inside the output root"),
        ("a\nresults: all hold", "is no path inside the output root"),
        ("a\x1b[2Kb", "is no path inside the output root"),
        ("a\u202eb\u2028c", "is no path inside the output root"),
        ("x" * 300, "has a name that no file system takes"),
    ],
)
def test_a_record_that_names_other_places_is_refused(
    fake: FakeProject, path: str, words: str
) -> None:
    """A record's word that a file is ours is enough to delete it."""
    body = body_of(fake)
    forged = {**body, "outputs": {path: str(Hashes()(fake.root / "outside"))}}
    assert words in survives(fake, OTHER, closed(forged))


def test_inputs_of_a_job_that_are_no_files_are_refused(fake: FakeProject) -> None:
    body = body_of(fake)
    forged = {**body, "job": {**body["job"], "inputs": {"numbers": 5}}}
    assert survives(fake, USE, closed(forged)).startswith("not a record")


MARKS = [b"", b"{", b"[]", b"null", b"\xff", b"[" * 100_000, b'{"scale": 3}', b'{"x": 1}']


@pytest.mark.parametrize("mark", MARKS)
def test_the_mark_of_a_scratch_root_is_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mark: bytes
) -> None:
    root = Path(__file__).resolve().parents[2]
    (tmp_path / ROOT_MARK).write_bytes(mark)
    with pytest.raises((AuditError, InvalidFileError)) as error:
        root_configuration(Project(root), tmp_path)
    assert str(error.value).startswith((str(tmp_path / ROOT_MARK), "--config"))


@tries(40)
@given(st.data())
def test_a_damaged_dvc_lock_is_an_answer_in_words(fake: FakeProject, data: st.DataObject) -> None:
    lock = b"schema: '2.0'\nstages:\n  study@toy:\n    cmd: x\n    outs:\n"
    lock += b"    - path: results/toy/data\n      md5: 0123456789abcdef.dir\n      nfiles: 1\n"
    (fake.root / "dvc.lock").write_bytes(data.draw(damaged(lock)))
    for path, reason in disagreements(fake.root, ("toy",)):
        assert path and reason


@pytest.mark.parametrize(
    "text", ["[" * 600, "stages: {study@toy: {outs: [{path: 'a\\0b'}]}}", "\0"]
)
def test_a_hostile_dvc_lock_is_an_answer_in_words(fake: FakeProject, text: str) -> None:
    (fake.root / "dvc.lock").write_text(text)
    ((path, reason),) = disagreements(fake.root, ("toy",))
    assert path == "dvc.lock" and "cannot be read" in reason


def test_a_hostile_memory_of_hashes_is_forgotten(tmp_path: Path) -> None:
    (tmp_path / "memory.json").write_text("[" * 100_000)
    (tmp_path / "file").write_text("content")
    assert Hashes(tmp_path / "memory.json")(tmp_path / "file") == Hashes()(tmp_path / "file")
