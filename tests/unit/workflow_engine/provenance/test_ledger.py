"""Every kind of fault is found by itself, at the record and the files that it concerns."""

from collections.abc import Callable
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from tests.unit.workflow_engine.provenance.conftest import (
    MAKE,
    NOTE,
    NUMBERS,
    SOURCE,
    TOTAL,
    USE,
    FakeProject,
)
from workflow_engine.provenance.canonical import digest
from workflow_engine.provenance.environment import RUNNING_PYTHON, SUPPORTED_PYTHONS
from workflow_engine.provenance.ledger import Fault
from workflow_engine.provenance.record import Record


def test_a_project_as_it_was_built_holds(fake: FakeProject) -> None:
    judgment = fake.judge()
    assert judgment.faults == {MAKE: [], USE: []}
    assert judgment.bad == {}
    assert judgment.faults.keys() == judgment.jobs.keys()
    assert judgment.holding() == [MAKE, USE]


def test_a_changed_output_is_a_fault_of_its_content(fake: FakeProject) -> None:
    (fake.out / TOTAL).write_text("other\n")
    assert fake.faults() == {USE: [f"content: {TOTAL} has other bytes than recorded"]}
    # nothing vouches for the other output of the same record any more
    assert set(fake.judge().bad) == {TOTAL, NOTE}


def test_a_missing_output_is_a_fault_of_its_content(fake: FakeProject) -> None:
    (fake.out / NOTE).unlink()
    assert fake.faults() == {USE: [f"content: {NOTE} is missing"]}
    assert set(fake.judge().bad) == {TOTAL, NOTE}


def test_an_input_made_anew_with_other_bytes_is_a_fault_of_its_user_only(
    fake: FakeProject,
) -> None:
    fake.build(fake.jobs[MAKE], "other content of")
    assert fake.faults() == {USE: [f"input: {NUMBERS} has other bytes than recorded"]}
    assert set(fake.judge().bad) == {TOTAL, NOTE}


def test_a_missing_input_is_a_fault_of_maker_and_user(fake: FakeProject) -> None:
    (fake.out / NUMBERS).unlink()
    assert fake.faults() == {
        MAKE: [f"content: {NUMBERS} is missing"],
        USE: [f"input: {NUMBERS} is missing"],
    }


@pytest.mark.parametrize(
    ("spoil", "state"),
    [
        (lambda path: path.write_text("other\n"), "has other bytes than recorded"),
        (Path.unlink, "is missing"),
    ],
)
def test_a_source_file_is_an_input(
    fake: FakeProject, spoil: Callable[[Path], object], state: str
) -> None:
    spoil(fake.root / SOURCE)
    assert fake.faults() == {USE: [f"input: {SOURCE} {state}"]}


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"root_seed": 8}, "root_seed was 7, is 8"),
        ({"root_seed": 7.0}, "root_seed was 7, is 7.0"),
        ({"law": {"rate": 0.25, "sizes": [1, 2]}}, "law.rate was 0.5, is 0.25"),
        ({"law": {"rate": 0.5, "sizes": [2, 1]}}, "law.sizes was [1, 2], is [2, 1]"),
        ({"law": {"rate": 0.5, "sizes": [True, 2]}}, "law.sizes was [1, 2], is [True, 2]"),
        ({"law": None}, "law was {'rate': 0.5, 'sizes': [1, 2]}, is None"),
        ({"new": "x"}, "new was 'absent', is 'x'"),
        ({"root_seed": "9" * 99}, f"root_seed was 7, is '{'9' * 56}..."),
    ],
)
def test_a_changed_parameter_is_named_with_old_and_new_value(
    fake: FakeProject, params: dict[str, Any], words: str
) -> None:
    fake.change_params(MAKE, **params)
    assert fake.faults() == {MAKE: [f"params: {words}"]}


def test_a_parameter_that_is_no_longer_asked_for_is_named(fake: FakeProject) -> None:
    fake.change(MAKE, params={"law": fake.jobs[MAKE].params["law"]})
    assert fake.faults() == {MAKE: ["params: root_seed was 7, is 'absent'"]}


def test_two_values_that_were_swapped_are_both_named(fake: FakeProject) -> None:
    fake.change_params(MAKE, root_seed=0.5, law={"rate": 7, "sizes": [1, 2]})
    assert fake.faults() == {
        MAKE: ["params: law.rate was 0.5, is 7", "params: root_seed was 7, is 0.5"]
    }


def test_another_numerics_mode_is_a_changed_parameter(fake: FakeProject) -> None:
    fake.change(MAKE, numerics="native")
    assert fake.faults() == {MAKE: ["params: numerics was portable, is native"]}


def test_lists_and_tuples_of_a_plan_are_the_same_parameter(fake: FakeProject) -> None:
    fake.change_params(MAKE, law={"rate": 0.5, "sizes": (1, 2)})
    assert fake.faults() == {}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"inputs": {}}, ["inputs of the job has changed", "the record's input files"]),
        ({"inputs": {"data": NUMBERS}}, ["inputs of the job has changed"]),
        ({"inputs": {"numbers": [NUMBERS]}}, ["inputs of the job has changed"]),
        ({"sources": {}}, ["sources of the job has changed", "the record's source files"]),
        (
            {"outputs": {"total": TOTAL}},
            ["outputs of the job has changed", "the record's content files"],
        ),
        ({"outputs": {"total": NOTE, "note": TOTAL}}, ["outputs of the job has changed"]),
    ],
)
def test_changed_wiring_is_found(
    fake: FakeProject, change: dict[str, Any], words: list[str]
) -> None:
    fake.change(USE, **change)
    faults = fake.judge().faults
    assert faults[MAKE] == []
    assert [f.kind for f in faults[USE]] == ["wiring"] * len(words)
    for fault, word in zip(faults[USE], words, strict=True):
        assert word in fault.detail


@pytest.mark.parametrize(
    ("kind", "where", "word"),
    [("inputs", NUMBERS, "input"), ("sources", SOURCE, "source"), ("outputs", NOTE, "content")],
)
def test_a_file_taken_out_of_a_record_is_missed(
    fake: FakeProject, kind: str, where: str, word: str
) -> None:
    fake.forge(USE, lambda body: body[kind].pop(where))
    assert fake.faults() == {USE: [f"wiring: the record's {word} files are not those of the plan"]}


def test_edited_code_is_a_fault_of_the_steps_that_import_it(fake: FakeProject) -> None:
    fake.source("toy/helper").write_text("def double(x):\n    return 3 * x\n")
    words = "code: compsparse.toy.use or a module that it imports has changed"
    assert fake.faults() == {USE: [words]}


def test_the_code_that_writes_the_files_counts(fake: FakeProject) -> None:
    fake.source("artifacts/json_values").write_text("import json, os\n")
    assert [(n, [f.kind for f in found]) for n, found in fake.judge().faults.items()] == [
        (MAKE, ["code"]),
        (USE, ["code"]),
    ]


def test_the_code_that_a_job_has_run_by_others_counts(fake: FakeProject) -> None:
    fake.change(MAKE, runs=["compsparse.toy.use"])
    fake.build(fake.jobs[MAKE])
    fake.source("toy/helper").write_text("def double(x):\n    return 3 * x\n")
    assert [fault.kind for fault in fake.judge().faults[MAKE]] == ["code"]


def test_comments_and_docstrings_are_no_fault(fake: FakeProject) -> None:
    fake.source("toy/helper").write_text("def double(x):  # twice\n    return (2 * x)\n")
    assert fake.faults() == {}


def test_a_missing_module_is_named_as_the_fault(fake: FakeProject) -> None:
    fake.source("toy/use").unlink()
    (fault,) = fake.judge().faults[USE]
    assert fault.kind == "code"
    assert "There is no module compsparse.toy.use" in fault.detail


def test_a_changed_pin_is_a_fault_of_the_steps_that_can_load_the_package(
    fake: FakeProject,
) -> None:
    (fake.root / "constraints.txt").write_text("numpy==1.0\nseaborn==9\n")
    assert fake.faults() == {USE: ["environment: a pinned package has changed"]}


def test_another_python_is_named(fake: FakeProject) -> None:
    other = next(python for python in SUPPORTED_PYTHONS if python != RUNNING_PYTHON)
    pinned = {"python": other, "numpy": metadata.version("numpy")}
    fake.forge(USE, lambda body: body.update(environment=digest(pinned)))
    words = f"environment: made under Python {other}, this is Python {RUNNING_PYTHON}"
    assert fake.faults() == {USE: [words]}


def test_another_python_is_named_by_its_own_pins(fake: FakeProject) -> None:
    other = next(python for python in SUPPORTED_PYTHONS if python != RUNNING_PYTHON)
    with (fake.root / "constraints.txt").open("a") as stream:
        stream.write(f"numpy==9 ; python_version == '{other}'\n")
    pinned = {"python": other, "numpy": "9"}
    fake.forge(USE, lambda body: body.update(environment=digest(pinned)))
    assert f"made under Python {other}, this is" in fake.faults()[USE][0]


def test_a_constant_of_the_numerics_is_a_fault_of_every_job(fake: FakeProject) -> None:
    numerics = fake.source("numerics")
    numerics.write_text('"""Said anew."""\n\nPORTABLE = {"A": "1"}  # and a comment\n')
    assert fake.faults() == {}
    numerics.write_text('PORTABLE = {"A": "2"}\n')
    assert [[f.kind for f in found] for found in fake.judge().faults.values()] == [["code"]] * 2


def test_a_pin_of_another_package_is_no_fault(fake: FakeProject) -> None:
    with (fake.root / "constraints.txt").open("a") as stream:
        stream.write("seaborn==9\n")
    assert fake.faults() == {}


def test_a_missing_pin_is_named(fake: FakeProject) -> None:
    (fake.root / "constraints.txt").write_text("")
    (fault,) = fake.judge().faults[USE]
    assert "numpy is not pinned" in fault.detail


def test_files_without_a_record_are_bad(fake: FakeProject) -> None:
    (fake.out / USE).unlink()
    judgment = fake.judge()
    missing = [Fault("no record", f"{USE} does not exist")]
    assert judgment.faults == {MAKE: []}
    assert judgment.bad == {TOTAL: missing, NOTE: missing}


def test_a_record_that_is_not_canonical_vouches_for_nothing(fake: FakeProject) -> None:
    path = fake.out / USE
    path.write_text(path.read_text().replace("{", "{ ", 1))
    judgment = fake.judge()
    (fault,) = judgment.faults[USE]
    assert str(fault) == "not canonical: the text is not the canonical text of its content"
    assert judgment.bad == {TOTAL: [fault], NOTE: [fault]}
    assert USE not in judgment.records


def test_a_record_with_a_number_that_is_not_finite_is_a_fault_not_a_crash(
    fake: FakeProject,
) -> None:
    path = fake.out / MAKE
    path.write_text(path.read_text().replace("0.5", "NaN"))
    assert [f.kind for f in fake.judge().faults[MAKE]] == ["not canonical"]


def test_a_record_of_a_job_that_nobody_plans_is_an_orphan(fake: FakeProject) -> None:
    del fake.jobs[USE]
    judgment = fake.judge()
    assert judgment.faults == {
        MAKE: [],
        USE: [Fault("orphan", "the plan has no job toy/use/all")],
    }
    assert judgment.faults.keys() - judgment.jobs.keys() == {USE}
    assert judgment.bad == {}


def test_a_record_under_another_name_vouches_for_nothing(fake: FakeProject) -> None:
    again = replace(fake.jobs[USE], wildcards={"cell": "b"}, params={"cell": "b"})
    fake.plan(again)
    (fake.out / again.record_path).write_bytes((fake.out / USE).read_bytes())
    kinds = {f.kind for f in fake.judge().faults[again.record_path]}
    assert kinds == {"params", "wiring"}


def test_several_faults_are_all_named(fake: FakeProject) -> None:
    fake.change_params(USE, limit=3)
    (fake.out / TOTAL).unlink()
    fake.source("toy/use").write_text("import numpy\n")
    (fake.root / "constraints.txt").write_text("numpy==1.0\n")
    kinds = [f.kind for f in fake.judge().faults[USE]]
    assert kinds == ["params", "content", "code", "environment"]


def test_makers_stand_before_users_whatever_their_names(fake: FakeProject) -> None:
    last = replace(
        fake.jobs[USE], step="a_first_name", inputs={"total": TOTAL}, outputs={"x": "toy/x.json"}
    )
    fake.plan(last)
    fake.build(last)
    assert fake.judge().holding() == [MAKE, USE, last.record_path]


def test_all_that_follows_from_a_bad_file_is_found_at_any_distance(fake: FakeProject) -> None:
    last = replace(
        fake.jobs[USE], step="last", inputs={"total": TOTAL}, outputs={"x": "toy/x.json"}
    )
    fake.plan(last)
    fake.build(last)
    assert fake.judge().follows_bad() == {}
    fake.change_params(MAKE, root_seed=8)
    assert fake.judge().follows_bad() == {TOTAL: NUMBERS, NOTE: NUMBERS, "toy/x.json": TOTAL}


def test_judging_changes_nothing_on_disk(fake: FakeProject) -> None:
    (fake.out / TOTAL).write_text("other\n")
    before = {p: p.stat().st_mtime_ns for p in fake.root.rglob("*")}
    fake.judge()
    assert {p: p.stat().st_mtime_ns for p in fake.root.rglob("*")} == before


def test_a_record_written_for_the_job_is_the_record_read(fake: FakeProject) -> None:
    assert Record.read(fake.out / USE) == fake.vouch(fake.jobs[USE])
