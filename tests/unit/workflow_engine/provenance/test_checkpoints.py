"""A checkpoint serves the very same job and nothing else, and never costs the job."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.unit.workflow_engine.provenance.conftest import MAKE, USE, FakeProject, write
from tests.unit.workflow_engine.provenance.test_runner import House
from workflow_engine.provenance.checkpoints import (
    INTERVAL,
    JobCheckpoints,
    checkpoint_path,
)
from workflow_engine.provenance.hashes import Hashes
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.sweep import sweep
from workflow_engine.provenance.trash import TRASH, files

STATE: dict[str, Any] = {
    "single": np.arange(6, dtype=np.float32).reshape(2, 3) / 7,
    "columns": np.asfortranarray(np.arange(6.0).reshape(2, 3)),
    "number": np.array(3),
    "none": np.zeros((0, 2)),
    "words": np.array([2**64 - 1], dtype=np.uint64),
}


def checkpoints(path: Path, **options: Any) -> JobCheckpoints:
    given = {"key": "key", "vouched": lambda: True, "interval": 0.0} | options
    return JobCheckpoints(path, **given)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A checkpoint of ``STATE``."""
    path = tmp_path / ".tmp/toy/checkpoints/train/a.npz"
    checkpoints(path).save(STATE, "update 2 of 9")
    return path


def described(state: dict[str, Any]) -> list[Any]:
    """Return all that two equal states have in common: order, type, shape, layout and bytes."""
    return [
        (name, a.dtype, a.shape, a.flags.c_contiguous, a.flags.f_contiguous, a.tobytes())
        for name, a in state.items()
    ]


def same(state: dict[str, Any] | None) -> bool:
    """Say whether a state is ``STATE``."""
    return state is not None and described(state) == described(STATE)


def test_what_was_saved_last_is_loaded(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert same(checkpoints(kept).load())
    assert capsys.readouterr().err == "Resumed from update 2 of 9.\n"
    checkpoints(kept).save({"number": np.array(4)}, "update 3 of 9")
    assert checkpoints(kept).load() == {"number": np.array(4)}
    assert [path.name for path in kept.parent.iterdir()] == ["a.npz"]


def test_without_a_checkpoint_there_is_nothing_to_say(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert checkpoints(tmp_path / "none.npz").load() is None
    assert capsys.readouterr().err == ""


def test_one_of_another_key_is_deleted(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert checkpoints(kept, key="other").load() is None
    assert "deleted: parameters, code, environment or inputs differed" in capsys.readouterr().err
    assert not kept.exists()


@pytest.mark.parametrize("content", [b"", b"PK", b"[1, 2]", b"\x93NUMPY", b"\x80\x04]."], ids=str)
def test_other_files_are_told_and_deleted(
    kept: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    kept.write_bytes(content)
    assert checkpoints(kept).load() is None
    assert "this checkpoint was deleted: it is damaged" in capsys.readouterr().err
    assert not kept.exists()


def test_no_damaged_byte_and_no_cut_changes_what_is_loaded(tmp_path: Path) -> None:
    kept = tmp_path / "a.npz"
    small = {"number": np.array([1.5])}
    checkpoints(kept).save(small, "update 2 of 9")
    content = kept.read_bytes()
    for place in range(len(content)):
        changed = bytearray(content)
        changed[place] ^= 0x10
        kept.write_bytes(changed)
        state = checkpoints(kept).load()
        assert state is None or described(state) == described(small), place
    for end in range(0, len(content), 13):
        kept.write_bytes(content[:end])
        assert checkpoints(kept).load() is None


def test_it_is_not_saved_when_code_or_inputs_have_changed(kept: Path) -> None:
    before = kept.read_bytes()
    checkpoints(kept, vouched=lambda: False).save({"number": np.array(4)}, "update 3 of 9")
    assert kept.read_bytes() == before


def test_a_disk_that_takes_nothing_costs_the_checkpoint_only(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (kept.parent / "a.npz.part").mkdir()
    checkpoints(kept).save({"number": np.array(4)}, "update 3 of 9")
    assert "was not written" in capsys.readouterr().err
    assert same(checkpoints(kept).load())


def test_half_a_file_is_not_left(
    kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*arguments: Any, **more: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez", full)
    checkpoints(kept).save({"number": np.array(4)}, "update 3 of 9")
    assert "No space left on device" in capsys.readouterr().err
    assert [path.name for path in kept.parent.iterdir()] == ["a.npz"]


def test_saves_are_due_after_a_pause_that_grows_with_their_cost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])

    def slow() -> bool:
        now[0] += 3
        return False

    places = checkpoints(tmp_path / "a.npz", vouched=slow, interval=INTERVAL)
    assert not places.due()
    now[0] += INTERVAL
    assert places.due()
    places.save(STATE, "update 1 of 9")
    now[0] += 4 * INTERVAL - 1
    assert not places.due()
    now[0] += 1
    assert places.due()


def test_the_sweep_keeps_those_of_stale_planned_jobs_only(fake: FakeProject) -> None:
    fake.change_params(MAKE, root_seed=8)  # stale; USE holds
    names = (MAKE, USE, "toy/provenance/gone/a.json", "other/provenance/gone/a.json")
    paths = {name: checkpoint_path(fake.out, name) for name in names}
    for path in paths.values():
        write(path, "state")
        write(path.with_name(f"{path.name}.part"), "half")
    foreign = write(fake.out / ".tmp/toy/provenance/make/all/of_a_running_job", "half")
    date, moved = sweep(fake.out, fake.judge(), Hashes(), {"toy"})
    kept = {p for p in paths.values() if p.exists()}
    assert kept == {paths[MAKE], paths["other/provenance/gone/a.json"]} and foreign.exists()
    # one that is being written belongs to a job under way
    assert all(path.with_name(f"{path.name}.part").exists() for path in kept)
    # nobody goes on from that of a job that is done; the other's job may come back
    gone = str(paths["toy/provenance/gone/a.json"].relative_to(fake.out))
    assert [group.paths for group in moved] == [(gone, f"{gone}.part")]
    assert (fake.out / TRASH / str(date) / gone).read_text() == "state"
    assert len(files(fake.out, str(date))) == 2


COUNT = '''
import os
from pathlib import Path

import numpy as np


def run(inputs, *, n: int, checkpoints):
    """Count; tell at which number this process began."""
    state = checkpoints.load()
    number = first = 0 if state is None else int(state["number"])
    while number < n:
        number += 1
        if checkpoints.due():
            checkpoints.save({"number": np.array(number)}, f"number {number} of {n}")
        if number == 2 and Path("killed").exists():
            os.kill(os.getpid(), 9)
    return {"one": first, "two": number}
'''
JOB = Job(
    study="toy",
    step="make",
    module="compsparse.toy.make",
    wildcards={"cell": "a"},
    params={"n": 3},
    inputs={"numbers": "toy/data/numbers.json"},
    sources={"notes": "notes.txt"},
    outputs={"one": "toy/data/one.json", "two": "toy/data/two.json"},
)


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A house whose step was killed at 2, when it had kept a checkpoint."""
    house = House(tmp_path / "project")
    place = house.root / "src/workflow_engine/provenance/checkpoints.py"
    place.write_text(place.read_text().replace("INTERVAL = 30.0", "INTERVAL = 0.0"))
    write(house.root / "src/compsparse/toy/make.py", COUNT)
    write(house.out / "toy/data/numbers.json", "[]\n")
    write(house.root / "killed", "")
    assert house.run(JOB) == (-9, "")
    (house.root / "killed").unlink()
    assert checkpoint_path(house.out, JOB.record_path).is_file()
    return house


def began(house: House, job: Job) -> tuple[str, str]:
    """Run a job to its end; return the number at which it began, and what it printed."""
    code, text = house.run(job)
    assert code == 0, text
    assert not list((house.out / ".tmp").rglob("*.npz*"))
    assert house.holds(job)
    assert (house.out / "toy/data/two.json").read_text() == f"{job.params['n']}\n"
    return (house.out / "toy/data/one.json").read_text().strip(), text


def test_a_killed_job_goes_on_and_leaves_no_checkpoint(house: House) -> None:
    assert began(house, JOB) == ("2", "Resumed from number 2 of 3.\n")
    assert began(house, JOB) == ("0", "")


def test_a_checkpoint_of_other_parameters_is_not_used(house: House) -> None:
    number, text = began(house, replace(JOB, params={"n": 4}))
    assert number == "0" and "this checkpoint was deleted" in text


def test_a_checkpoint_of_another_numerics_mode_is_not_used(house: House) -> None:
    number, text = began(house, replace(JOB, numerics="native"))
    assert number == "0" and "this checkpoint was deleted" in text


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("src/compsparse/toy/make.py", "number += 1", "number += 0 + 1"),
        (
            "src/workflow_engine/artifacts/json_values.py",
            "import json\n",
            "import json\n\nNEW = 1\n",
        ),
        ("results/toy/data/numbers.json", "[]", "[1]"),
        ("notes.txt", "a note", "another note"),
    ],
    ids=["step", "writer", "input", "source"],
)
def test_a_checkpoint_of_other_code_or_inputs_is_not_used(
    house: House, path: str, old: str, new: str
) -> None:
    file = house.root / path
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    number, said = began(house, JOB)
    assert number == "0" and "this checkpoint was deleted" in said


def test_a_comment_does_not_cost_the_checkpoint(house: House) -> None:
    write(house.root / "src/compsparse/toy/make.py", f"# a comment\n{COUNT}")
    assert began(house, JOB)[0] == "2"


def test_a_damaged_checkpoint_is_not_used(house: House) -> None:
    path = checkpoint_path(house.out, JOB.record_path)
    path.write_bytes(path.read_bytes()[:-20])
    number, text = began(house, JOB)
    assert number == "0" and "it is damaged" in text


def test_a_step_that_takes_none_deletes_what_is_left(house: House) -> None:
    write(
        house.root / "src/compsparse/toy/make.py",
        'def run(inputs, *, n: int):\n    return {"one": 0, "two": 3}\n',
    )
    assert began(house, JOB) == ("0", "")


def test_what_runs_while_its_code_changes_keeps_no_checkpoint(house: House) -> None:
    # the state after the edit would pass for one of the code before it, were the edit taken back
    source = house.root / "src/compsparse/toy/make.py"
    edit = COUNT.replace(
        "    state = ", "    Path(__file__).write_text('EDITED = 1\\n')\n    state = "
    )
    source.write_text(edit)
    write(house.root / "killed", "")
    assert house.run(JOB)[0] == -9
    (house.root / "killed").unlink()
    assert not checkpoint_path(house.out, JOB.record_path).exists()
