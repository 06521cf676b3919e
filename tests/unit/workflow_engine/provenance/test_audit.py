"""Each kind of finding of an audit, once, on a small project of which one thing is spoiled."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest
import yaml

from tests.unit.workflow_engine.provenance.conftest import (
    JOBS,
    MAKE,
    NOTE,
    NUMBERS,
    SOURCE,
    TOTAL,
    USE,
    FakeProject,
    write,
)
from workflow_engine.configuration import study_packages
from workflow_engine.provenance.audit import audit
from workflow_engine.provenance.audit_text import audit_lines
from workflow_engine.provenance.dvc_lock import folder_md5
from workflow_engine.provenance.findings import Audit
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.output_roots import AuditError
from workflow_engine.provenance.record import Record
from workflow_engine.provenance.root_mark import write_mark
from workflow_engine.validation.strict_model import StrictModel

PARAMS = """scale: default
root_seed: 7
numerics: portable
studies: [toy]
toy: {rate: 0.5, notes: notes, use: true}
idle: {}
"""
DVC_YAML = """stages:
  study:
    foreach: ${studies}
    do:
      cmd: snakemake ${item}
      params: [scale, "${item}"]
      outs: ["results/${item}/data"]
"""


class Toy(StrictModel):
    """What params.yaml decides of the two jobs."""

    rate: float
    notes: str  # the name under which ``use`` reads its source
    use: bool


class Idle(StrictModel):
    """A study of which nothing was made."""


def jobs_of_toy(settings: Toy, root_seed: int, scale: str) -> list[Job]:
    make, use = JOBS
    law = {**make.params["law"], "rate": settings.rate}
    make = replace(make, params=make.params | {"law": law})
    return [make, replace(use, sources={settings.notes: SOURCE})] if settings.use else [make]


def jobs_of_idle(settings: Idle, root_seed: int, scale: str) -> list[Job]:
    return [replace(JOBS[0], study="idle", outputs={"numbers": "idle/tables/numbers.json"})]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> FakeProject:
    """The project, recorded by DVC and committed; do not change it."""
    fake = FakeProject.create(tmp_path_factory.mktemp("audited") / "project")
    write(fake.root / "params.yaml", PARAMS)
    write(fake.root / "dvc.yaml", DVC_YAML)
    params = yaml.safe_load(PARAMS)
    stage = {
        "cmd": "snakemake toy",
        "params": {"params.yaml": {"scale": params["scale"], "toy": params["toy"]}},
        "outs": [{"path": "results/toy/data", "md5": folder_md5(fake.out / "toy/data")}],
    }
    lock = {"schema": "2.0", "stages": {"study@toy": stage}}
    write(fake.root / "dvc.lock", yaml.safe_dump(lock))
    write(fake.root / ".gitignore", "/results/*/data\n/results/.*\n")
    for name in ("toy", "idle"):
        for module in ("__init__", "plan"):
            write(fake.source(f"studies/{name}/{module}"), "")
    commit(fake, "all")
    return fake


def commit(fake: FakeProject, message: str) -> None:
    """Commit everything."""
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false"]
    for command in (["init", "-q"], ["add", "-A"], [*who, "commit", "-q", "-m", message]):
        subprocess.run(["git", *command], cwd=fake.root, check=True, capture_output=True)


@pytest.fixture
def fake(
    built: FakeProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[FakeProject]:
    """A copy to spoil; its two studies are those that there are."""
    root = tmp_path / "project"
    shutil.copytree(built.root, root, symlinks=True)
    monkeypatch.chdir(root)
    monkeypatch.setattr(study_packages, "source_folder", lambda: root / "src")
    monkeypatch.setattr(study_packages, "package", lambda: "compsparse")
    for study, model, jobs in (("toy", Toy, jobs_of_toy), ("idle", Idle, jobs_of_idle)):
        name = f"compsparse.studies.{study}.plan"
        plan = ModuleType(name)
        plan.__spec__ = ModuleSpec(name, None)
        vars(plan).update(Settings=model, jobs=jobs)
        monkeypatch.setitem(sys.modules, name, plan)
    return FakeProject(root, dict(built.jobs))


def looked(fake: FakeProject, *paths: str, committed: bool = False) -> Audit:
    """Return the audit of one output root."""
    (report,) = audit(fake.project, [Path(path) for path in paths], committed=committed)
    return report


def edit(fake: FakeProject, old: str, new: str) -> None:
    """Replace text of params.yaml."""
    text = (fake.root / "params.yaml").read_text()
    assert text.count(old) == 1
    (fake.root / "params.yaml").write_text(text.replace(old, new))


def told(*findings: tuple[str, str]) -> list[tuple[str, str]]:
    """Return findings as the audit has them, from paths relative to results/."""
    return [(f"results/{path}", reason) for path, reason in findings]


ANOTHER_OUTPUT = "content: another output of the same job has changed"
UPSTREAM = f"upstream: was made from {NUMBERS}, which does not hold"
BEHIND = ((TOTAL, UPSTREAM), (NOTE, UPSTREAM))


def test_a_built_project_holds(fake: FakeProject) -> None:
    report = looked(fake)
    assert not report.failed
    assert (report.files, report.records, report.notices, report.uncommitted) == (5, 2, [], [])
    *_, root = audit_lines(report)
    assert report.root_of_records is not None
    assert root == f"root of 2 records: {report.root_of_records[0]}"
    assert next(iter(audit_lines(report))) == "results: 5 files, 2 records: all hold"
    assert report.as_json()["ok"] and report.as_json()["records_in_root"] == 2


def content(fake: FakeProject) -> None:
    write(fake.out / TOTAL, "edited\n")


def missing(fake: FakeProject) -> None:
    (fake.out / TOTAL).unlink()


def foreign(fake: FakeProject) -> None:
    write(fake.out / "toy/tables/mine.json", "mine\n")


def foreign_at_the_top(fake: FakeProject) -> None:
    write(fake.out / "mine.json", "mine\n")


def not_canonical(fake: FakeProject) -> None:
    (fake.out / USE).write_text((fake.out / USE).read_text() + "\n")


def no_record(fake: FakeProject) -> None:
    (fake.out / MAKE).unlink()


def code(fake: FakeProject) -> None:
    fake.source("toy/helper").write_text("def double(x):\n    return x + x\n")


def environment(fake: FakeProject) -> None:
    fake.forge(USE, lambda body: body.update(environment="0" * 64))


def source(fake: FakeProject) -> None:
    write(fake.root / SOURCE, "another source\n")


CHANGED_CODE = "code: compsparse.toy.use or a module that it imports has changed"
WITHOUT_RECORD = f"no record: {MAKE} does not exist"


@pytest.mark.parametrize(
    ("spoil", "failures"),
    [
        (
            content,
            [(TOTAL, f"content: {TOTAL} has other bytes than recorded"), (NOTE, ANOTHER_OUTPUT)],
        ),
        (missing, [(TOTAL, f"content: {TOTAL} is missing"), (NOTE, ANOTHER_OUTPUT)]),
        (
            foreign,
            [("toy/tables/mine.json", "foreign: no record names this file; move it elsewhere")],
        ),
        (
            foreign_at_the_top,
            [("mine.json", "foreign: no record names this file; move it elsewhere")],
        ),
        (
            no_record,
            [(NUMBERS, WITHOUT_RECORD), *BEHIND],
        ),
        (code, [(TOTAL, CHANGED_CODE), (NOTE, CHANGED_CODE)]),
        (
            environment,
            [(path, "environment: a pinned package has changed") for path in (TOTAL, NOTE)],
        ),
        (
            source,
            [(path, f"input: {SOURCE} has other bytes than recorded") for path in (TOTAL, NOTE)],
        ),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_does_not_hold_is_named_with_its_reason(
    fake: FakeProject, spoil: Callable[[FakeProject], None], failures: list[tuple[str, str]]
) -> None:
    spoil(fake)
    report = looked(fake)
    assert report.failures == told(*failures)
    assert report.failed and not report.not_pulled and not report.as_json()["ok"]


def test_a_record_that_is_not_canonical_is_named_with_its_files(fake: FakeProject) -> None:
    not_canonical(fake)
    reason = "not canonical: the text is not the canonical text of its content"
    assert looked(fake).failures == told((TOTAL, reason), (NOTE, reason), (USE, reason))


def test_what_params_yaml_says_otherwise_is_named_and_what_follows(fake: FakeProject) -> None:
    edit(fake, "rate: 0.5", "rate: 0.25")
    *failures, (path, reason) = looked(fake).failures
    assert failures == told((NUMBERS, "params: law.rate was 0.5, is 0.25"), *BEHIND)
    assert path == "dvc.lock"
    assert reason.startswith("dvc.lock: toy.rate is 0.5, params.yaml says 0.25; ")


def test_other_wiring_is_named(fake: FakeProject) -> None:
    edit(fake, "notes: notes", "notes: remarks")
    reason = "wiring: sources of the job has changed"
    assert looked(fake, "results/toy").failures[:2] == told((TOTAL, reason), (NOTE, reason))


def test_a_record_of_a_job_that_nobody_plans_is_an_orphan(fake: FakeProject) -> None:
    edit(fake, "use: true", "use: false")
    failures = [found for found in looked(fake).failures if found[0] != "dvc.lock"]
    assert failures == told((USE, "orphan: the plan has no job toy/use/all"))


def test_a_file_forged_with_its_record_contradicts_dvc_lock(fake: FakeProject) -> None:
    write(fake.out / NUMBERS, "forged\n")
    fake.vouch(fake.jobs[MAKE])
    fake.build(fake.jobs[USE])
    report = looked(fake)
    ((path, reason),) = report.failures
    assert path == "results/toy/data"
    assert reason.startswith("dvc.lock: differs from dvc.lock")
    # git has the records that were there
    assert ("results/" + MAKE, "git: differs from the last commit") in report.uncommitted


def test_files_of_dvcs_that_are_all_absent_were_not_pulled(fake: FakeProject) -> None:
    shutil.rmtree(fake.out / "toy/data")
    report = looked(fake)
    assert report.failures == []
    assert [path for path, _ in report.not_pulled] == [
        f"results/{path}" for path in (NUMBERS, TOTAL, NOTE, "toy/data")
    ]
    assert report.not_pulled[-1][1].startswith("dvc.lock: recorded but missing")
    assert report.failed
    # what can be seen without them is named all the same
    write(fake.out / TOTAL, "edited\n")
    reason = f"content: {TOTAL} has other bytes than recorded"
    assert (f"results/{TOTAL}", reason) in looked(fake).failures


def test_a_study_that_is_switched_off_is_one_notice(fake: FakeProject) -> None:
    edit(fake, "studies: [toy]", "studies: [idle]")
    write(fake.out / TOTAL, "edited\n")
    report = looked(fake)
    reason = (
        "study toy is not in the list `studies` of params.yaml: 5 files neither judged nor touched"
    )
    assert report.notices == [("results/toy", reason)]
    assert (report.files, report.records) == (0, 0)
    idle = ["results/idle/tables/numbers.json", "dvc.lock"]
    assert [path for path, _ in report.failures] == idle
    with pytest.raises(AuditError, match="study toy is not in the list"):
        looked(fake, "results/toy/tables")


def test_what_was_made_on_a_device_is_told(fake: FakeProject) -> None:
    (path, *_) = sorted((fake.out / "toy/provenance").rglob("*.json"))
    write(path, replace(Record.read(path), device="cpu").text())
    report = looked(fake)
    assert ("results/toy", "1 record of numerics device: made on cpu") in report.notices


def test_what_is_not_committed_is_a_notice_or_a_failure(fake: FakeProject) -> None:
    make = fake.source("toy/make")
    make.write_text(make.read_text() + "# a comment\n")
    change = ("src/compsparse/toy/make.py", "git: differs from the last commit")
    report = looked(fake)
    assert (report.failures, report.uncommitted, report.commit) == ([], [change], None)
    report = looked(fake, committed=True)
    assert (report.failures, report.uncommitted) == ([change], [])
    commit(fake, "a comment")
    report = looked(fake, committed=True)
    assert not report.failed and report.commit is not None
    shutil.rmtree(fake.root / ".git")
    ((path, reason),) = looked(fake, committed=True).failures
    assert path == ".git" and reason.startswith("git: ")


def test_only_what_is_named_is_judged(fake: FakeProject) -> None:
    write(fake.out / NUMBERS, "edited\n")
    report = looked(fake, "results/toy/tables")
    reason = f"input: {NUMBERS} has other bytes than recorded"
    assert report.failures == told((TOTAL, reason), (NOTE, reason))
    assert (report.files, report.records) == (2, 0)
    assert looked(fake, f"results/{NUMBERS}").failed


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("src", "lies in no output root"),
        ("results/toy/tables/none.csv", "no file, record or planned file is there"),
        ("nothing", "nothing does not exist; check the path"),
        ("results/.scratch", "lies in no output root"),
    ],
)
def test_a_place_where_nothing_is_to_be_audited_is_refused(
    fake: FakeProject, path: str, words: str
) -> None:
    (fake.out / ".scratch").mkdir()
    with pytest.raises(AuditError, match=words):
        looked(fake, path)


def test_without_results_there_is_nothing_to_audit(fake: FakeProject) -> None:
    shutil.rmtree(fake.out)
    with pytest.raises(AuditError, match="run snakemake first"):
        looked(fake)


def test_a_scratch_root_is_audited_by_its_mark(fake: FakeProject) -> None:
    scratch = fake.out / ".scratch/other"
    shutil.copytree(fake.out / "toy", scratch / "toy")
    write_mark(scratch, {"scale": "default", "root_seed": 8})
    report = looked(fake, "results/.scratch")
    assert report.root == "results/.scratch/other" and not report.failed
    assert report.root_of_records is None
    for path in (USE, TOTAL, NOTE):
        (scratch / path).unlink()
    # a run may have been for some targets only
    report = looked(fake, "results/.scratch")
    reason = "2 planned files of study toy not made here"
    assert not report.failed and report.notices == [("results/.scratch/other/toy", reason)]
    assert looked(fake, f"results/.scratch/other/{TOTAL}").failed
    # the mark of a run with other values
    write_mark(scratch, {"scale": "default", "root_seed": 8, "set": {"toy.rate": 0.25}})
    ((path, reason),) = looked(fake, "results/.scratch").failures
    assert path.endswith(NUMBERS) and reason == "params: law.rate was 0.5, is 0.25"


def test_where_no_record_holds_nothing_can_be_made_again(fake: FakeProject) -> None:
    fake.source("toy/make").write_text("COUNT = 3\n")
    (report,) = audit(fake.project, [], again=1)
    assert report.rebuilt is not None and report.rebuilt.chosen == []
    reason = "rebuild: no record here holds, so nothing can be compared; repair the rest first"
    assert ("results", reason) in report.failures
