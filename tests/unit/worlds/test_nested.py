"""What a world touches, which worlds are refused, and why something was not measured."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from compsparse.worlds.errors import WorldsError
from compsparse.worlds.nested import log_path, outcome, world_plan
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.ledger import Judgment

LEFT, RIGHT = "toy/tables/left.metrics.json", "toy/tables/right.metrics.json"


def job(step: str, name: str, inputs: dict[str, str], output: str, **params: object) -> Job:
    """Make a job of one wildcard."""
    key = "metrics" if step == "evaluate" else "out"
    module = f"compsparse.toy.{step}"
    return Job("toy", step, module, {"name": name}, dict(params), {key: output}, dict(inputs))


def jobs(world: str = "none", **evaluate: object) -> list[Job]:
    """Plan data, two models of which a world touches the left one, and their evaluations."""
    touched = {"world": world} if world != "none" else {}
    return [
        job("generate", "data", {}, "toy/data/data.json"),
        job("train", "left", {"data": "toy/data/data.json"}, "toy/models/left.json", **touched),
        job("train", "right", {"data": "toy/data/data.json"}, "toy/models/right.json"),
        job("evaluate", "left", {"model": "toy/models/left.json"}, LEFT, **evaluate),
        job("evaluate", "right", {"model": "toy/models/right.json"}, RIGHT),
    ]


def test_a_world_touches_what_follows_from_its_jobs_and_takes_over_the_rest() -> None:
    planned = world_plan("flat", jobs(), jobs("flat"))
    assert list(planned.evaluations) == [LEFT]
    assert planned.changed == {
        "toy/provenance/train/left.json",
        "toy/provenance/evaluate/left.json",
    }
    assert planned.untouched == ["toy/provenance/generate/data.json"]


def test_a_world_that_touches_nothing_is_refused() -> None:
    with pytest.raises(WorldsError, match="world flat touches no evaluation"):
        world_plan("flat", jobs(), jobs())


def test_a_world_that_evaluates_otherwise_is_refused_with_the_key() -> None:
    with pytest.raises(WorldsError, match=rf"flat evaluates {LEFT} otherwise.*: law\.rate differs"):
        world_plan("flat", jobs(law={"rate": 1, "size": 2}), jobs(law={"rate": 2, "size": 2}))
    other = [*jobs("flat")[:3], replace(jobs()[3], module="compsparse.toy.other"), jobs()[4]]
    with pytest.raises(WorldsError, match="module differs"):
        world_plan("flat", jobs(), other)


def test_what_is_left_out_is_not_evaluated_and_must_be_touched() -> None:
    there = [
        *jobs("flat"),
        job(
            "evaluate", "again", {"model": "toy/models/left.json"}, "toy/tables/again.metrics.json"
        ),
    ]
    base = [*jobs(), there[-1]]
    assert list(world_plan("flat", base, there, ["again"]).evaluations) == [LEFT]
    with pytest.raises(WorldsError, match="flat leaves out 'right', which it does not touch"):
        world_plan("flat", base, there, ["right"])


def judged(planned: list[Job], bad: set[str]) -> Judgment:
    """Judge that all jobs hold apart from some, which left nothing."""
    judgment = Judgment({planned_job.record_path: planned_job for planned_job in planned})
    for planned_job in planned:
        if planned_job.name not in bad:
            # only keys are looked at here
            judgment.records[planned_job.record_path] = _Record()  # type: ignore[assignment]
            judgment.faults[planned_job.record_path] = []
        else:
            judgment.bad |= {path: [] for path in planned_job.outputs.values()}
    return judgment


class _Record:
    def __init__(self) -> None:
        self.inputs: dict[str, str] = {}
        self.outputs: dict[str, str] = {}


def test_the_first_job_that_failed_says_why(tmp_path: Path) -> None:
    there = jobs("flat")
    planned = world_plan("flat", jobs(), there)
    log = tmp_path / log_path(there[1])
    log.parent.mkdir(parents=True)
    log.write_text("Traceback\n\nValueError: \x1b[31mno numbers\n\n")
    judgment = judged(there, {"train/left", "evaluate/left"})
    started = time.time() - 1
    assert outcome(tmp_path, planned, judgment, started) == {
        LEFT: "train/left: ValueError:  [31mno numbers"
    }
    assert outcome(tmp_path, planned, judged(there, set()), started) == {LEFT: None}
    # the log of an earlier run explains nothing
    with pytest.raises(WorldsError, match="no job says why"):
        outcome(tmp_path, planned, judgment, time.time() + 60)
