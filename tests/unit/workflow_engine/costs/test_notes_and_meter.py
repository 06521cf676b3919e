"""Notes of jobs, and of what a run costs beside them."""

import json
import resource
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from tests.unit.workflow_engine.costs.conftest import SECONDS, plan
from tests.unit.workflow_engine.costs.test_work import GENERATE, JUDGE, TRAIN_A, TRAIN_B
from workflow_engine.costs import meter as module
from workflow_engine.costs.meter import RUN_NOTE, RunMeter, fitted_overhead, read_run_note
from workflow_engine.costs.notes import (
    FOLDER,
    Note,
    cpu_seconds,
    job_digest,
    megabytes,
    process_age,
    read_notes,
    write_note,
)
from workflow_engine.costs.schedule import Task, makespan
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.on_request import is_on_request


def usage() -> resource.struct_rusage:
    """Return what this process has used."""
    return resource.getrusage(resource.RUSAGE_SELF)


def built(out: Path, job: Job) -> None:
    """Write a job's outputs, ten bytes each."""
    for path in job.outputs.values():
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_bytes(b"0123456789")


def test_a_note_says_what_was_used(tmp_path: Path) -> None:
    job = plan()[TRAIN_A]
    built(tmp_path, job)
    used = usage()
    write_note(tmp_path, job, used, 12.3456)
    assert read_notes(tmp_path, plan().values()) == {
        TRAIN_A: Note(
            job=job_digest(job),
            cpu=round(cpu_seconds(used), 3),
            wall=12.346,
            memory=round(megabytes(used), 1),
            size=10,
        )
    }
    # a Python process needs more than 5 MB and less than a machine has
    assert 5 < megabytes(used) < 1e6
    assert [p.name for p in (tmp_path / FOLDER / "toy/train").iterdir()] == ["a.json"]


def test_a_note_about_other_parameters_is_not_read(tmp_path: Path) -> None:
    built(tmp_path, plan()[TRAIN_A])
    write_note(tmp_path, plan()[TRAIN_A], usage(), 1.0)
    assert read_notes(tmp_path, plan(steps=11).values()) == {}


@pytest.mark.parametrize("text", ["", "{", "[]", '{"job": 1}', "\x00"])
def test_a_broken_note_is_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / FOLDER / "toy/train/a.json"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert read_notes(tmp_path, plan().values()) == {}


def test_a_note_that_cannot_be_written_fails_no_job(tmp_path: Path) -> None:
    job = plan()[TRAIN_A]
    built(tmp_path, job)
    (tmp_path / FOLDER).write_text("not a folder")
    write_note(tmp_path, job, usage(), 1.0)
    write_note(tmp_path / "nowhere", job, usage(), 1.0)
    assert not (tmp_path / "nowhere").exists()


def test_this_process_is_older_than_its_cpu_time() -> None:
    assert process_age() * 1.05 + 0.1 > 0.5 * cpu_seconds(usage()) > 0


def notes(jobs: dict[str, Job]) -> dict[str, Note]:
    """Return notes by hand."""
    return {
        record: Note(job_digest(job), 1.0, SECONDS[job.name], 50.0, 10)
        for record, job in jobs.items()
    }


@pytest.mark.parametrize(("cores", "overhead"), [(1, 0.25), (2, 3.0), (4, 0.5)])
def test_the_fitted_overhead_explains_the_run(cores: int, overhead: float) -> None:
    jobs = plan()
    after = {
        GENERATE: frozenset[str](),
        TRAIN_A: frozenset({GENERATE}),
        TRAIN_B: frozenset({GENERATE}),
        JUDGE: frozenset({TRAIN_A, TRAIN_B}),
    }
    tasks = {
        record: Task(SECONDS[job.name] + overhead, after[record]) for record, job in jobs.items()
    }
    took = makespan(tasks, cores, 0.1)
    assert fitted_overhead(jobs, notes(jobs), cores, 0.1, took) == pytest.approx(overhead)


def test_what_was_made_on_request_is_waited_for_by_nobody() -> None:
    jobs = plan()
    took = sum(SECONDS[job.name] for job in jobs.values()) + 4.0
    without = fitted_overhead(jobs, notes(jobs), 1, 0.0, took)
    more = {**jobs[JUDGE].inputs, "replicate": ["toy/tables/replication/12.json"]}
    reading = {**jobs, JUDGE: replace(jobs[JUDGE], inputs=more)}
    assert fitted_overhead(reading, notes(jobs), 1, 0.0, took) == without > 0


def test_a_run_quicker_than_its_jobs_has_no_overhead() -> None:
    assert fitted_overhead(plan(), notes(plan()), 1, 0.0, 5.0) == 0.0


@pytest.fixture
def finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., RunMeter]:
    """Runs some jobs of the plan under a meter, on one core, with a second between two jobs."""
    now = [100.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])

    def run(jobs: dict[str, Job], records: list[str]) -> RunMeter:
        meter = RunMeter(tmp_path, jobs, 1)
        for record in records:
            meter.started()
            now[0] += SECONDS[jobs[record].name] + 1.0
            outputs = [str(tmp_path / path) for path in jobs[record].outputs.values()]
            path = tmp_path / FOLDER / jobs[record].study / f"{jobs[record].name}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(asdict(notes({record: jobs[record]})[record])))
            meter.finished(outputs)
        return meter

    return run


def test_a_complete_run_is_noted(finished: Callable[..., RunMeter], tmp_path: Path) -> None:
    meter = finished(plan(), list(plan()))
    meter.write()
    cost = read_run_note(tmp_path)
    assert cost is not None
    assert (cost.cores, cost.jobs) == (1, 4)
    # this process computes between the jobs, too, hence not exactly one second
    assert cost.overhead == pytest.approx(1.0, abs=0.2)
    assert cost.start > 0
    assert [p.name for p in (tmp_path / FOLDER).iterdir() if p.is_file()] == [RUN_NOTE]


def test_jobs_that_no_ordinary_run_does_are_not_waited_for(
    finished: Callable[..., RunMeter], tmp_path: Path
) -> None:
    extra = replace(plan()[JUDGE], step="replicate", outputs={"value": "toy/again.json"})
    assert is_on_request(extra)
    finished(plan() | {extra.record_path: extra}, list(plan())).write()
    assert read_run_note(tmp_path) is not None


def test_a_run_of_some_jobs_is_not(finished: Callable[..., RunMeter], tmp_path: Path) -> None:
    finished(plan(), [GENERATE, TRAIN_A, TRAIN_B]).write()
    assert read_run_note(tmp_path) is None


def test_a_run_whose_first_job_failed_is_not(tmp_path: Path) -> None:
    meter = RunMeter(tmp_path, plan(), 2)
    meter.started()
    meter.write()
    assert read_run_note(tmp_path) is None


def test_a_run_that_did_nothing_is_not(tmp_path: Path) -> None:
    RunMeter(tmp_path, plan(), 2).write()
    assert read_run_note(tmp_path) is None
