"""Every kind of input that can differ is found as the cause, where it differs and downstream."""

from dataclasses import replace
from typing import Any

import pytest

from compsparse.comparison.attribution import job_causes
from compsparse.comparison.cause import SAME_INPUTS, TAMPERED, UNEXPLAINED, Cause
from compsparse.comparison.cause_groups import cause_groups, causes_text, jobs_text
from tests.unit.comparison.conftest import Pair
from tests.unit.workflow_engine.provenance.conftest import MAKE, NUMBERS, SOURCE, TOTAL, USE, write


def rebuild(pair: Pair, *names: str, content: str = "other content of") -> None:
    """Run jobs of the second project again, with other bytes."""
    for name in names:
        pair.after.build(pair.after.jobs[name], content)


def test_equal_projects_have_no_causes(pair: Pair) -> None:
    found = pair.attribution()
    assert (found.direct, found.roots, found.idle) == ({}, {}, {})
    assert cause_groups(found) == []


def test_a_parameter_is_the_cause_of_its_job_and_of_all_that_follow(pair: Pair) -> None:
    pair.after.change_params(MAKE, root_seed=8)
    rebuild(pair, MAKE, USE)
    found = pair.attribution()
    cause = Cause("params", "root_seed", "7 -> 8")
    assert found.direct == {MAKE: {cause}, USE: set()}
    assert found.roots == {MAKE: {cause}, USE: {cause}}
    assert found.of_file(TOTAL) == {cause}
    (group,) = cause_groups(found)
    assert (group.direct, group.following) == ((MAKE,), (USE,))
    assert group.changes == ("7 -> 8",)


def test_equal_bytes_end_what_a_cause_reaches(pair: Pair) -> None:
    pair.after.change_params(MAKE, root_seed=8)
    rebuild(pair, MAKE, content="content of")
    found = pair.attribution()
    assert found.direct == {}
    assert found.idle == {MAKE: {Cause("params", "root_seed", "7 -> 8")}}


def test_the_module_whose_source_differs_is_named(pair: Pair) -> None:
    pair.after.source("toy/helper").write_text("def double(x):\n    return 3 * x\n")
    rebuild(pair, USE)
    assert pair.attribution().roots == {USE: {Cause("code", "compsparse.toy.helper")}}


def test_a_module_that_is_new_counts(pair: Pair) -> None:
    write(pair.after.root / "src/compsparse/toy/extra.py", "x = 1\n")
    pair.after.source("toy/make").write_text("import compsparse.toy.extra\n")
    rebuild(pair, MAKE)
    (causes,) = pair.attribution().roots.values()
    assert {cause.subject for cause in causes} == {"compsparse.toy.extra", "compsparse.toy.make"}
    (group,) = cause_groups(pair.attribution())
    assert group.subjects == ("compsparse.toy.extra", "compsparse.toy.make")


def test_sources_that_did_not_make_the_results_are_not_blamed(pair: Pair) -> None:
    pair.after.source("toy/helper").write_text("def double(x):\n    return 3 * x\n")
    rebuild(pair, USE)
    pair.after.source("toy/helper").write_text("def double(x):\n    return 4 * x\n")
    (causes,) = pair.attribution().roots.values()
    (cause,) = causes
    assert cause.kind == "code"
    assert "the sources of new are not those of its records" in cause.subject


def test_the_package_whose_pin_differs_is_named(pair: Pair) -> None:
    old = (pair.before.root / "constraints.txt").read_text().strip().partition("==")[2]
    (pair.after.root / "constraints.txt").write_text("numpy==1.0\n")
    rebuild(pair, USE)
    expected = Cause("environment", "numpy", f"{old} -> 1.0")
    assert pair.attribution().roots == {USE: {expected}}


def test_an_environment_that_nobody_can_name_any_more(pair: Pair) -> None:
    pair.after.forge(USE, lambda body: body.update(environment="0" * 64))
    write(pair.after.out / TOTAL, "tampered\n")
    (causes,) = pair.attribution().roots.values()
    assert any(c.kind == "environment" and "not known" in c.subject for c in causes)


def test_a_source_file_is_a_cause(pair: Pair) -> None:
    (pair.after.root / SOURCE).write_text("another source\n")
    rebuild(pair, USE)
    assert pair.attribution().roots == {USE: {Cause("source", SOURCE)}}


def test_other_bytes_from_the_same_inputs(pair: Pair) -> None:
    rebuild(pair, MAKE, USE)
    found = pair.attribution()
    assert found.roots == {MAKE: {SAME_INPUTS}, USE: {SAME_INPUTS}}
    (group,) = cause_groups(found)
    assert (group.kind, group.direct, group.following) == ("bytes", (MAKE,), (USE,))


def test_another_device_is_a_cause(pair: Pair) -> None:
    for side, device in ((pair.before, "cpu"), (pair.after, "cuda")):
        record = replace(side.build(side.jobs[MAKE], f"by {device}"), device=device)
        write(side.out / MAKE, record.text())
    assert pair.attribution().direct[MAKE] == {Cause("numerics", "device", "cpu -> cuda")}


def test_a_file_that_is_not_what_its_record_says(pair: Pair) -> None:
    write(pair.after.out / TOTAL, "tampered\n")
    assert pair.sides()[1].not_as_recorded == {TOTAL}
    assert pair.attribution().roots == {USE: {TAMPERED}}


def test_an_input_that_no_record_explains(pair: Pair) -> None:
    pair.after.forge(USE, lambda body: body["inputs"].update({NUMBERS: "0" * 64}))
    pair.after.forge(USE, lambda body: body["outputs"].update({TOTAL: "1" * 64}))
    (pair.after.out / TOTAL).unlink()
    assert pair.attribution().roots == {USE: {UNEXPLAINED}}


def test_jobs_that_one_side_lacks(pair: Pair) -> None:
    (pair.before.out / USE).unlink()
    assert pair.attribution().roots == {USE: {Cause("plan", "jobs that only new has")}}
    (pair.after.out / MAKE).write_text("{}")
    causes = pair.attribution().roots[MAKE]
    assert causes == {Cause("plan", "a job whose record in new cannot be read")}


@pytest.mark.parametrize(
    ("edit", "causes"),
    [
        ({"params": {"a": 1.0}}, [Cause("params", "a", "1 -> 1.0")]),
        ({"params": {}}, [Cause("params", "a", "1 -> absent")]),
        ({"params": {"a": ["x" * 99]}}, [Cause("params", "a", f'1 -> ["{"x" * 43}...')]),
        ({"numerics": "native"}, [Cause("numerics", "numerics", "portable -> native")]),
        ({"module": "m.o"}, [Cause("wiring", "module", "m.n -> m.o")]),
        ({"inputs": {"i": ["p", "r", "s"]}}, [Cause("wiring", "inputs", "(2 more, 1 fewer)")]),
        (
            {"inputs": {"i": ["q", "p"]}},
            [Cause("wiring", "inputs", "(the same files under other names or in another order)")],
        ),
        ({"runs": ["m.p"]}, [Cause("wiring", "runs", "(1 more)")]),
        ({}, []),
    ],
)
def test_what_differs_between_two_plans_of_a_job(
    pair: Pair, edit: dict[str, Any], causes: list[Cause]
) -> None:
    job = replace(pair.before.jobs[MAKE], module="m.n", params={"a": 1}, inputs={"i": ["p", "q"]})
    assert job_causes(job, replace(job, **edit)) == causes


def test_causes_in_words() -> None:
    many = frozenset(
        [Cause("params", name, "1 -> 2") for name in "abc"]
        + [Cause("code", f"compsparse.{name}") for name in "xy"]
        + [Cause("numerics", "numerics", "portable -> native"), SAME_INPUTS]
    )
    assert causes_text(many) == (
        "params a 1 -> 2; params b 1 -> 2 and 1 more; numerics portable -> native; "
        "code x and 1 more; same params, code, environment and inputs, other bytes"
    )
    assert causes_text(frozenset()) == "no record says why"
    records = ("a/provenance/train/1.json", "a/provenance/train/2.json", "b/provenance/judge/x")
    assert jobs_text(records) == "a: 2 train; b: 1 judge"
