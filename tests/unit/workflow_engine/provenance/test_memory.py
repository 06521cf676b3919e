"""What follows from the package's bytes is remembered for these bytes alone."""

from pathlib import Path

import pytest

from tests.unit.workflow_engine.provenance.conftest import MAKE, USE, FakeProject, write
from workflow_engine.provenance import digests as digests_module
from workflow_engine.provenance.digests import Digests
from workflow_engine.provenance.memory import Memory, package_key
from workflow_engine.provenance.record import Record, RecordError


def learned(path: Path, made_by: str = "now") -> Memory:
    """Return a memory that was filled, saved and read again."""
    memory = Memory(path, made_by)
    memory.put("a", [1, "b"])
    memory.save()
    return Memory(path, made_by)


def test_values_come_back_for_what_made_them(tmp_path: Path) -> None:
    path = tmp_path / "ledger/memory.json"
    memory = learned(path)
    assert (memory.get("a"), memory.get("b")) == ([1, "b"], None)
    assert Memory(path, "later").get("a") is None


def test_what_is_used_stays_longest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workflow_engine.provenance.memory._MOST", 2)
    path = tmp_path / "memory.json"
    memory = learned(path)
    memory.put("b", 2)
    memory.save()
    memory = Memory(path, "now")
    assert memory.get("a") == [1, "b"]
    memory.put("c", 3)
    memory.save()
    memory = Memory(path, "now")
    assert [memory.get(key) for key in "abc"] == [[1, "b"], None, 3]


def test_without_a_file_nothing_is_kept(tmp_path: Path) -> None:
    memory = Memory()
    memory.put("a", 1)
    memory.save()
    assert not memory
    assert list(tmp_path.iterdir()) == []


def test_every_edit_of_the_package_has_another_key(fake: FakeProject) -> None:
    keys = [package_key(fake.project)]
    module = fake.source("toy/helper")
    module.write_text(module.read_text().replace("2 * x", "3 * x"))
    keys.append(package_key(fake.project))
    module.rename(module.with_name("renamed.py"))
    keys.append(package_key(fake.project))
    write(module, "")
    keys.append(package_key(fake.project))
    assert len(set(keys)) == 4
    write(fake.root / "params.yaml", "a: 1\n")
    assert package_key(fake.project) == keys[-1]


def test_a_package_that_cannot_be_read_has_no_key(fake: FakeProject) -> None:
    module = fake.source("toy/helper")
    module.unlink()
    module.mkdir()
    (module / "inside.txt").write_text("")
    assert package_key(fake.project) is not None  # a folder of this name is no module
    (module.parent / "lost.py").symlink_to("nowhere")
    assert package_key(fake.project) is None


def test_code_is_not_read_again_and_pins_are(
    fake: FakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = fake.project.package_memory
    plain = {
        name: Digests(fake.project).code_and_environment(fake.jobs[name]) for name in fake.jobs
    }
    memory = Memory(path, "now")
    digests = Digests(fake.project, memory=memory)
    assert {name: digests.code_and_environment(job) for name, job in fake.jobs.items()} == plain
    memory.save()

    def unread(*_: object) -> object:
        raise AssertionError("read again")

    monkeypatch.setattr(digests_module.Sources, "reading", unread)
    digests = Digests(fake.project, memory=Memory(path, "now"))
    assert {name: digests.code_and_environment(job) for name, job in fake.jobs.items()} == plain
    digests.pins["numpy"] = "0.1"
    other = Digests(fake.project, memory=Memory(path, "now"))
    other.pins["numpy"] = "0.1"
    code, environment = other.code_and_environment(fake.jobs[USE])
    assert code == plain[USE][0] and environment != plain[USE][1]


@pytest.mark.parametrize("value", [[], ["a"], 3, "text", ["a", 3]])
def test_code_that_is_remembered_badly_is_read(fake: FakeProject, value: object) -> None:
    job = fake.jobs[MAKE]
    plain = Digests(fake.project).code_and_environment(job)
    memory = Memory(fake.project.package_memory, "now")
    digests = Digests(fake.project, memory=memory)
    digests.code_and_environment(job)
    (key,) = memory._known
    memory.put(key, value)
    assert Digests(fake.project, memory=memory).code_and_environment(job) == plain


def test_a_record_is_believed_by_its_bytes_alone(fake: FakeProject) -> None:
    path = fake.out / MAKE
    memory = Memory(fake.root / "memory.json", "now")
    record = Record.read(path, memory)
    assert Record.read(path, memory) == record == Record.read(path)
    path.write_text(path.read_text().replace('"root_seed": 7', '"root_seed": 8'))
    for _ in range(2):  # what was refused is not remembered
        with pytest.raises(RecordError, match="not the canonical text"):
            Record.read(path, memory)
