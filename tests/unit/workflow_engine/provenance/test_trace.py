"""The chain behind a file, as text and for machines."""

import json
from dataclasses import replace
from pathlib import Path

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
from workflow_engine.provenance.output_roots import AuditError
from workflow_engine.provenance.record import Record
from workflow_engine.provenance.trace import Link, TraceError, as_text, fault_lines, trace


@pytest.fixture
def traced(fake: FakeProject, monkeypatch: pytest.MonkeyPatch) -> FakeProject:
    """The fake project, whose plan stands in no params.yaml."""
    module = "workflow_engine.provenance.trace"
    monkeypatch.setattr(f"{module}.root_configuration", lambda *_: None)
    monkeypatch.setattr(f"{module}.plan", lambda *_, **__: fake.jobs)
    return fake


def ask(fake: FakeProject, path: str) -> Link:
    """Trace a file under the output root."""
    return trace(fake.project, fake.out / path)


def test_the_text_shows_the_whole_chain(traced: FakeProject) -> None:
    make, use = (Record.read(traced.out / name) for name in (MAKE, USE))
    assert as_text(ask(traced, TOTAL)).splitlines() == [
        f"{TOTAL}  sha256 {use.outputs[TOTAL][:12]}  [holds]",
        f"     made by toy/use/all  code {use.code[:12]}  "
        f"environment {use.environment[:12]}  numerics portable",
        f"       source {SOURCE}  sha256 {use.sources[SOURCE][:12]}",
        f"    <- {NUMBERS}  sha256 {make.outputs[NUMBERS][:12]}  [holds]",
        f"         made by toy/make/all  code {make.code[:12]}  "
        f"environment {make.environment[:12]}  numerics portable",
        '           law = {"rate": 0.5, "sizes": [1, 2]}',
        "           root_seed = 7",
    ]


def test_a_device_stands_behind_the_mode(traced: FakeProject) -> None:
    record = replace(Record.read(traced.out / MAKE), device="cuda")
    (traced.out / MAKE).write_text(record.text())
    assert as_text(ask(traced, NUMBERS)).splitlines()[1].endswith("numerics portable on cuda")


def test_a_job_behind_two_files_is_shown_once_in_full(traced: FakeProject) -> None:
    both = replace(
        traced.jobs[USE],
        step="render",
        inputs={"total": TOTAL, "note": NOTE},
        sources={},
        outputs={"figure": "toy/figures/a.json"},
    )
    traced.plan(both)
    traced.build(both)
    text = as_text(ask(traced, "toy/figures/a.json"))
    assert text.count("made by toy/use/all  code") == 1
    assert text.count("made by toy/use/all (above)") == 1
    assert text.count("made by toy/make/all") == 1


def test_faults_stand_where_they_are(traced: FakeProject) -> None:
    traced.change_params(MAKE, root_seed=8)
    lines = as_text(ask(traced, TOTAL)).splitlines()
    assert lines[0].endswith("[holds]")
    assert lines[3].endswith("[params: root_seed was 7, is 8]")
    assert fault_lines(ask(traced, TOTAL)) == ["1 link does not hold: `compsparse audit` says why."]


def test_what_is_not_here_is_told_with_what_to_do(traced: FakeProject) -> None:
    assert fault_lines(ask(traced, TOTAL)) == []
    (traced.out / NUMBERS).unlink()
    (told,) = fault_lines(ask(traced, TOTAL))
    assert told.startswith("1 file of this chain missing: `dvc pull`")
    assert "`snakemake toy`" in told


def test_a_record_that_holds_is_preferred_to_an_old_one(traced: FakeProject) -> None:
    old = replace(traced.jobs[MAKE], step="a_former_name")
    traced.build(old)
    assert ask(traced, NUMBERS).record_path == MAKE


def test_machines_get_the_same_chain(traced: FakeProject) -> None:
    chain = json.loads(json.dumps(ask(traced, NOTE).as_json()))
    use = Record.read(traced.out / USE)
    assert chain["file"] == NOTE and chain["sha256"] == use.outputs[NOTE]
    assert (chain["step"], chain["module"]) == ("toy/use/all", "compsparse.toy.use")
    assert (chain["code"], chain["sources"]) == (use.code, use.sources)
    assert chain["faults"] == [] and chain["record"] == USE
    (maker,) = chain["from"]
    assert maker["params"] == {"root_seed": 7, "law": {"rate": 0.5, "sizes": [1, 2]}}
    assert maker["from"] == []


def test_a_file_that_no_record_names_is_refused_in_words(traced: FakeProject) -> None:
    (traced.out / "toy/mine.txt").write_text("mine\n")
    with pytest.raises(TraceError, match=r"^toy/mine\.txt: no record names this file"):
        ask(traced, "toy/mine.txt")


def test_records_that_form_a_circle_are_refused_in_words(traced: FakeProject) -> None:
    traced.forge(MAKE, lambda body: body["inputs"].update({TOTAL: "0" * 64}))
    with pytest.raises(TraceError, match=rf"^{TOTAL}: by the records .* made from itself"):
        ask(traced, TOTAL)


def test_a_file_outside_of_every_output_root_is_refused(traced: FakeProject) -> None:
    with pytest.raises(AuditError, match="lies in no output root"):
        trace(traced.project, Path(traced.root / SOURCE))
