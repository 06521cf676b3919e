"""The whole comparison: how the sides stand to each other, and what is told."""

import json
from dataclasses import replace
from importlib import metadata
from typing import Any

import numpy as np
import pytest

from compsparse.comparison.cause import OTHER_CONTAINER, SAME_INPUTS, Cause
from compsparse.comparison.errors import ComparisonError
from compsparse.comparison.report import comparison_text
from tests.unit.comparison.conftest import Pair, claim
from tests.unit.workflow_engine.provenance.conftest import MAKE, NOTE, NUMBERS, TOTAL, USE, write
from workflow_engine.artifacts import arrays
from workflow_engine.provenance.canonical import digest
from workflow_engine.provenance.environment import RUNNING_PYTHON, SUPPORTED_PYTHONS


def claims(pair: Pair, before: list[dict[str, Any]], after: list[dict[str, Any]]) -> None:
    pair.write(pair.before, "toy/run_claims.json", before)
    pair.write(pair.after, "toy/run_claims.json", after)


def numbers(pair: Pair, before: Any, after: Any) -> None:
    """Give both projects contents for ``make`` with records that vouch for them."""
    for fake, content in ((pair.before, before), (pair.after, after)):
        pair.write(fake, NUMBERS, content)
        fake.vouch(fake.jobs[MAKE])
        fake.vouch(fake.jobs[USE])


def test_equal_bytes(pair: Pair) -> None:
    claims(pair, [claim()], [claim()])
    found = pair.compare()
    assert found.outcome == "equal"
    text = comparison_text(found)
    assert "EQUAL   all files have equal bytes" in text
    assert "claims               1 equal" in text and "tables               2 equal" in text
    assert "Causes" not in text


def test_agreement_between_machines_is_told_apart_from_equal_bytes(pair: Pair) -> None:
    claims(pair, [claim()], [claim(value=2.1)])
    numbers(pair, [1.0, 2.0], [1.0, 2.5])
    found = pair.compare()
    assert found.outcome == "agrees" and found.only_numbers
    assert found.file_causes == {NUMBERS: {SAME_INPUTS}}
    text = comparison_text(found)
    assert "AGREES" in text and "the\n        machine (another kind of CPU)" in text
    assert "toy_total_large: 2 [1.5, 2.5] (4 seeds) -> 2.1 [1.5, 2.5] (4 seeds) (4.76 %)" in text
    assert f"{NUMBERS}: 1 number changed, most [1]: 2 -> 2.5 (20 %)" in text
    assert "same params, code, environment and inputs, other bytes\n    1 job changed" in text


def test_a_verdict_that_changed_comes_first_with_its_cause(pair: Pair) -> None:
    pair.after.change_params(MAKE, root_seed=8)
    claims(pair, [claim()], [claim(value=0.5, low=0.2, high=0.8, verdict="fails")])
    numbers(pair, [1], [2])
    found = pair.compare()
    assert found.outcome == "differs" and not found.only_numbers
    lines = comparison_text(found).splitlines()
    place = lines.index("Claims with another verdict (1)")
    assert lines[place + 1 : place + 4] == [
        "  toy_total_large",
        "    before  holds, 2 [1.5, 2.5] (4 seeds)",
        "    after   fails, 0.5 [0.2, 0.8] (4 seeds)",
    ]
    assert place < lines.index("Data with other bytes (1 of 1)")
    assert lines.index("  params root_seed 7 -> 8") > place


@pytest.mark.parametrize("asked", ["before", "after"])
def test_what_only_one_side_was_asked_for_is_no_difference(pair: Pair, asked: str) -> None:
    fake = getattr(pair, asked)
    table = "toy/tables/replication.json"
    job = replace(fake.jobs[USE], step="replicate", outputs={"table": table})
    (fake.out / table).parent.mkdir(exist_ok=True)
    (fake.out / table).write_text("1")
    fake.vouch(job)
    found = pair.compare()
    assert found.outcome == "equal"
    assert [change.path for change in found.files if change.path == table] == []
    (note,) = found.notes
    assert note.startswith(f"{job.record_path} is in ") and note.endswith("left out")
    other = pair.after if asked == "before" else pair.before
    (other.out / table).parent.mkdir(exist_ok=True)
    (other.out / table).write_text("2")
    other.vouch(job)
    assert pair.compare().outcome == "agrees"  # asked for on both sides: compared as all others


@pytest.mark.parametrize(
    ("after", "outcome"),
    [
        ([claim(why="words")], "equal"),
        ([claim(value=2.2)], "agrees"),
        ([claim(value=9.0, low=8.0, high=10.0)], "differs"),
        ([claim(accept={"low": 0.5})], "differs"),
        ([], "differs"),
        ([claim(), claim("toy_total_new")], "differs"),
    ],
)
def test_the_outcome_by_claims(pair: Pair, after: list[dict[str, Any]], outcome: str) -> None:
    claims(pair, [claim()], after)
    assert pair.compare().outcome == outcome


def test_metrics_behind_claims_are_told_with_them_only(pair: Pair) -> None:
    claims(pair, [claim()], [claim()])
    for fake, value in ((pair.before, 1.0), (pair.after, 2.0)):
        metrics = {"toy_total": {"total": value, "other": value}}
        pair.write(fake, "toy/tables/toy_total.metrics.json", metrics)
    found = pair.compare()
    assert [metric.name for metric in found.metrics] == ["toy_total.other"]
    assert found.outcome == "differs"
    assert "toy_total.other: 1 -> 2 (50 %)" in comparison_text(found)


def test_a_file_that_one_side_lacks_makes_them_differ(pair: Pair) -> None:
    (pair.after.out / USE).unlink()
    found = pair.compare()
    assert found.outcome == "differs"
    assert "Tables removed (2)" in comparison_text(found)
    assert found.as_json()["equal"]["files"] == 1


def test_what_cannot_be_read_or_trusted_is_said_first(pair: Pair) -> None:
    (pair.before.out / USE).write_text("{}")
    (pair.after.out / USE).write_text("{}")
    (pair.after.out / NUMBERS).write_text("tampered")
    (pair.before.out / NUMBERS).unlink()
    found = pair.compare()
    # the files of unread records are not compared, so nobody may call them equal
    assert found.outcome == "differs" and found.unread == 2
    notes = " ".join(found.notes)
    assert "1 recorded file not there" in notes
    assert "1 file in" in notes and "compsparse audit" in notes
    assert notes.count("cannot be read") == 2
    assert comparison_text(found).index("NOTE") < comparison_text(found).index("DIFFERS")


def test_unread_records_alone_are_a_difference(pair: Pair) -> None:
    for fake in (pair.before, pair.after):
        (fake.out / USE).write_text("{}")
    assert pair.compare().outcome == "differs"


def test_an_unknown_study_is_refused(pair: Pair) -> None:
    assert pair.compare(["toy"]).outcome == "equal"
    with pytest.raises(ComparisonError, match="No study gamma has records"):
        pair.compare(["gamma"])


def test_machines_get_what_people_get(pair: Pair) -> None:
    pair.after.change_params(MAKE, root_seed=8)
    claims(pair, [claim()], [claim(verdict="fails")])
    numbers(pair, [1], [2])
    found = pair.compare().as_json()
    assert found["outcome"] == "differs"
    assert found["claims"][0]["state"] == "verdict"
    (file,) = found["files"]
    assert file["difference"]["largest_relative"] == 0.5
    assert file["causes"] == [{"kind": "params", "subject": "root_seed", "change": "7 -> 8"}]
    assert found["causes"][0]["direct"] == [MAKE]


def test_long_lists_are_cut_and_counted(pair: Pair) -> None:
    before = [claim(f"toy_total_{i}") for i in range(20)]
    claims(pair, before, [row | {"verdict": "fails"} for row in before])
    text = comparison_text(pair.compare())
    assert "Claims with another verdict (20)" in text
    assert "... and 12 more (--json lists all)" in text
    assert text.count("    before  holds") == 8


def test_another_scale_is_said_once(pair: Pair) -> None:
    before = [claim("toy_total_a"), claim("toy_total_b")]
    after = [row | {"judged_at": "smoke", "verdict": "not testable"} for row in before]
    claims(pair, before, after)
    assert comparison_text(pair.compare()).count("Judged at another scale: default -> smoke") == 1


def test_pictures_are_named_once(pair: Pair) -> None:
    from dataclasses import replace

    for fake, content in ((pair.before, "old"), (pair.after, "new")):
        outputs = {"svg": "toy/figures/a.svg", "png": "toy/figures/a.png", "note": NOTE}
        job = replace(fake.jobs[USE], outputs={**outputs, "total": TOTAL})
        for path in ("toy/figures/a.svg", "toy/figures/a.png"):
            (fake.out / path).parent.mkdir(exist_ok=True)
            (fake.out / path).write_text(content)
        (fake.root / "src/workflow_engine/artifacts/pictures.py").write_text("")
        fake.vouch(job)
    assert "  toy/figures/a.{png,svg}" in comparison_text(pair.compare()).splitlines()


def test_verdicts_that_both_sides_decided_come_before_those_that_one_could_not(pair: Pair) -> None:
    before = [claim(f"toy_total_{name}") for name in "abc"]
    verdicts = ("not testable", "undecided", "fails")
    after = [row | {"verdict": v} for row, v in zip(before, verdicts, strict=True)]
    claims(pair, before, after)
    lines = comparison_text(pair.compare()).splitlines()
    assert [line.strip() for line in lines if line.startswith("  toy_total_")] == [
        "toy_total_c",
        "toy_total_b",
        "toy_total_a",
    ]


def test_metrics_beside_tables_are_no_tables(pair: Pair) -> None:
    from dataclasses import replace

    metrics = "toy/tables/toy_total.metrics.json"
    for fake, value in ((pair.before, 1), (pair.after, 2)):
        pair.write(fake, metrics, {"toy_total": {"total": value}})
        fake.vouch(replace(fake.jobs[USE], outputs={"total": TOTAL, "metrics": metrics}))
    claims(pair, [claim()], [claim(value=2.1)])
    found = pair.compare()
    assert [(f.path, f.kind, f.state) for f in found.files if f.kind != "data"] == [
        (TOTAL, "tables", "equal"),
        (metrics, "judgments", "changed"),
    ]
    # and their causes are those of the claims on them
    assert found.claim_causes == {"toy_total_large": {SAME_INPUTS}}


ARRAYS, SCALED = "toy/data/numbers.npz", "toy/models/scaled.npz"


def packed(pair: Pair, *, scaled: float = 1.0) -> None:
    """Let both projects make arrays, packed by numpy before and by this project after."""
    here = np.arange(3.0)
    for fake, factor in ((pair.before, 1.0), (pair.after, scaled)):
        write(fake.root / "src/workflow_engine/artifacts/arrays.py", "")
        fake.change(MAKE, outputs={"numbers": ARRAYS})
        fake.change(USE, inputs={"numbers": ARRAYS}, outputs={"scaled": SCALED})
        for path, array in ((ARRAYS, here), (SCALED, factor * here)):
            file = write(fake.out / path, "")
            if fake is pair.before:
                np.savez(file, x=array)
            else:
                file.write_bytes(arrays.encode(file, {"x": array}))
        fake.vouch(fake.jobs[MAKE])
        fake.vouch(fake.jobs[USE])


def test_other_bytes_around_equal_arrays_are_not_blamed_on_the_processor(pair: Pair) -> None:
    packed(pair)
    found = pair.compare()
    assert found.outcome == "agrees" and found.only_containers and not found.only_numbers
    assert found.file_causes == {ARRAYS: {OTHER_CONTAINER}, SCALED: {OTHER_CONTAINER}}
    text = comparison_text(found)
    assert "CPU" not in text and "packed the arrays" in text
    assert "same arrays, other container bytes (written by another version of Python" in text
    assert found.as_json()["same_arrays_other_bytes_only"]


def test_other_arrays_do_not_follow_from_other_bytes_around_their_inputs(pair: Pair) -> None:
    packed(pair, scaled=1.5)
    found = pair.compare()
    assert found.file_causes == {ARRAYS: {OTHER_CONTAINER}, SCALED: {SAME_INPUTS}}
    assert found.only_numbers and not found.only_containers
    assert "another kind of CPU" in comparison_text(found)


def interpreters(pair: Pair, *versions: str) -> None:
    """Say which Pythons the last runs of both projects were by."""
    for fake, version in zip((pair.before, pair.after), versions, strict=True):
        python = {"implementation": "CPython", "version": version, "compiler": "GCC"}
        write(fake.out / ".manifest.json", json.dumps({"python": python}))


def test_the_interpreters_of_both_sides_are_named(pair: Pair) -> None:
    interpreters(pair, "3.11.2", "3.11.7")
    numbers(pair, [1.0], [2.0])
    text = comparison_text(pair.compare())
    (before, after) = (f"last run by CPython {version} (GCC)" for version in ("3.11.2", "3.11.7"))
    assert f"        records of Python {RUNNING_PYTHON}; {before}\nafter" in text
    assert f"        records of Python {RUNNING_PYTHON}; {after}\n" in text
    assert "or the interpreter: the last runs were by other ones" in text
    interpreters(pair, "3.11.7", "3.11.7")
    assert "or the interpreter" not in comparison_text(pair.compare())


def test_records_of_another_python_are_known_by_their_digest(pair: Pair) -> None:
    numbers(pair, [1.0], [2.0])
    other = next(python for python in SUPPORTED_PYTHONS if python != RUNNING_PYTHON)
    environments = {MAKE: {}, USE: {"numpy": metadata.version("numpy")}}
    for name, packages in environments.items():
        environment = digest({"python": other, **packages})
        pair.before.forge(name, lambda body, e=environment: body.update(environment=e))
    found = pair.compare()
    assert found.pythons == ([other], [RUNNING_PYTHON])
    cause = Cause("environment", "python", f"{other} -> {RUNNING_PYTHON}")
    assert found.file_causes == {NUMBERS: {cause}}
    assert "CPU" not in comparison_text(found)
