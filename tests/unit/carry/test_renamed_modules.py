"""Renamed modules: by a committed file alone."""

from pathlib import Path

import pytest

from compsparse.carry.errors import CarryError
from compsparse.carry.renamed_modules import FILE, RenamedModules, read_renamed_modules
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.record import Record

RENAMED = RenamedModules({"toy.student": "toy.network", "toy.student.train": "toy.fit"})


def job(module: str, step: str = "train") -> Job:
    return Job("toy", step, module, {}, {}, {"model": f"toy/models/{step}.npz"})


def recorded(module: str) -> dict[str, Record]:
    one = job(module)
    return {one.record_path: Record(one, "", "", {}, {}, {})}


def test_the_longest_name_that_fits_decides() -> None:
    assert RENAMED.new("toy.student.evaluate") == "toy.network.evaluate"
    assert RENAMED.new("toy.student.train") == "toy.fit"
    assert RENAMED.new("toy.students") == "toy.students"


def test_a_job_of_now_under_its_old_name() -> None:
    before = recorded("toy.student.train")
    assert RENAMED.as_before(job("toy.fit"), before).module == "toy.student.train"
    # a job that only a world has: its module is one that the run has, too, or a new one
    assert RENAMED.as_before(job("toy.fit", "prune"), before).module == "toy.student.train"
    assert RENAMED.as_before(job("toy.new", "prune"), before).module == "toy.new"


def test_another_name_that_the_file_lacks_is_refused() -> None:
    with pytest.raises(CarryError, match=r"`toy\.student\.train: toy\.elsewhere`"):
        RENAMED.as_before(job("toy.elsewhere"), recorded("toy.student.train"))


def test_the_file(tmp_path: Path) -> None:
    assert read_renamed_modules(tmp_path).names == {}
    path = tmp_path / FILE
    path.parent.mkdir()
    path.write_text("# nothing\n")
    assert read_renamed_modules(tmp_path).names == {}
    path.write_text("a.b: a.c\n")
    assert read_renamed_modules(tmp_path).new("a.b.d") == "a.c.d"
    path.write_text("a.b: [a.c]\n")
    with pytest.raises(CarryError, match=r"lines `old\.module: new\.module`"):
        read_renamed_modules(tmp_path)
