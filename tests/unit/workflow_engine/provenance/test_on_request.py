"""What does a study again names all that decides what comes back, and nothing else."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from workflow_engine.provenance.chains import touched
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.on_request import (
    Run,
    assemble_jobs,
    is_on_request,
    replicate_jobs,
    requested_jobs,
    rule_of,
    worlds_jobs,
)

RUN = Run("toy", "smoke", 0)
# the job behind the runs, by the name that its parameters give to them, and what they are named by
Make = Callable[[Run, Mapping[Any, Sequence[Job]]], list[Job]]


def worlds_of(run: Run, worlds: Mapping[Any, Sequence[Job]], **left_out: list[str]) -> list[Job]:
    """Plan the worlds of the study."""
    return worlds_jobs(run, jobs(), worlds, left_out)


BOTH = pytest.mark.parametrize(("make", "name"), [(replicate_jobs, 1), (worlds_of, "identity")])


def jobs(**params: object) -> list[Job]:
    """Plan data, an evaluation, a verdict and a figure."""
    data = {"numbers": "toy/data/numbers.npz"}
    metrics = {"metrics": "toy/tables/toy_curve.metrics.json"}
    verdicts = {"claims": "toy/claims.json"}
    figure = {"figure": "toy/figures/toy_curve.svg"}
    generate = Job("toy", "generate", "compsparse.toy.make", {}, dict(params), data)
    sources = {"notes": "notes/toy.txt"}
    named = {"result": "toy_curve"}
    return [
        generate,
        Job("toy", "evaluate", "compsparse.toy.evaluate", named, {}, metrics, data, sources),
        Job("toy", "judge", "compsparse.toy.judge", {}, {}, verdicts, metrics),
        Job("toy", "render", "compsparse.toy.render", named, {}, figure, metrics),
    ]


@BOTH
def test_code_and_sources_behind_it_are_its_own_and_figures_are_not(
    make: Make, name: object
) -> None:
    (job,) = make(RUN, {name: jobs()})
    assert is_on_request(job) and list(job.wildcards.values()) == [str(name)]
    more = {"files"} if name == 1 else {"world", "left_out"}
    assert set(job.params) == {"study", "scale", "root_seed", "made_by", *more}
    assert "notes/toy.txt" in job.sources.values()
    assert {"compsparse.toy.make", "compsparse.toy.evaluate"} <= set(job.runs)
    assert {"workflow_engine.artifacts.arrays", "workflow_engine.artifacts.json_values"} <= set(
        job.runs
    )
    assert "compsparse.toy.render" not in job.runs
    *behind, figure = jobs()
    assert make(RUN, {name: [*behind, replace(figure, params={"color": "red"})]}) == [job]


@BOTH
def test_what_decides_its_bytes_changes_it(make: Make, name: object) -> None:
    (before,) = make(RUN, {name: jobs()})
    (after,) = make(RUN, {name: jobs(count=3)})
    assert before.params["made_by"] != after.params["made_by"]
    assert replace(after, params=before.params) == before


@BOTH
def test_what_was_set_for_the_run_holds_there_too(make: Make, name: object) -> None:
    (plain,) = make(RUN, {name: jobs()})
    (job,) = make(replace(RUN, assigned="toy.steps=3;"), {name: jobs()})
    assert job.params == {**plain.params, "set": "toy.steps=3;"}


@BOTH
def test_nothing_is_planned_where_nothing_comes_back(make: Make, name: object) -> None:
    assert make(RUN, {}) == []
    assert make(RUN, {name: jobs()[:1]}) == []


def test_both_go_up_to_what_is_measured_and_read_no_claim() -> None:
    measured = "toy/tables/toy_curve.metrics.json"
    repeated, other = replicate_jobs(RUN, {1: jobs(), 2: jobs()})
    assert (repeated.inputs, repeated.params["files"]) == ({}, [measured])
    assert (repeated.params["root_seed"], other.params["root_seed"]) == (1, 2)
    assert repeated.outputs == {"metrics": "toy/tables/replication/1.json"}
    identity, tried = worlds_of(RUN, {"identity": jobs(), "flat": jobs(world="flat")})
    assert identity.inputs == {"metrics": [measured]}
    # a machinery that changes something by itself makes every world say nothing
    assert tried.inputs == {"identity": identity.outputs["metrics"]}
    assert tried.outputs == {"metrics": "toy/tables/worlds/flat.json"}
    for job in (repeated, other, identity, tried):
        assert "compsparse.toy.judge" not in job.runs
        assert not any("claims" in path for path in job.sources.values())


def test_a_repetition_is_the_same_for_a_run_at_another_root_seed() -> None:
    assert replicate_jobs(replace(RUN, root_seed=5), {1: jobs()}) == replicate_jobs(
        RUN, {1: jobs()}
    )


def test_verdicts_are_assembled_of_what_holds() -> None:
    planned = jobs()
    judging = replace(
        planned[2],
        inputs={"metrics": ["toy/tables/toy_curve.metrics.json"]},
        sources={"claims": "workflow/claims/toy.yaml"},
    )
    planned[2] = judging
    others = [
        *replicate_jobs(RUN, {1: jobs(), 2: jobs()}),
        *worlds_of(RUN, {"identity": jobs(), "flat": jobs(world="flat")}),
        *requested_jobs(RUN, jobs(), {"more": experiment()}),
    ]
    names = [job.record_path for job in others]
    (alone,) = assemble_jobs([*planned, *others], []).values()
    assert (alone.step, alone.inputs) == ("assemble", judging.inputs)
    assert alone.outputs == {"claims": "toy/claims.json"} and not is_on_request(alone)
    (made,) = assemble_jobs([*planned, *others], names).values()
    assert made.inputs == judging.inputs | {
        "replicate": ["toy/tables/replication/1.json", "toy/tables/replication/2.json"],
        "worlds": ["toy/tables/worlds/identity.json", "toy/tables/worlds/flat.json"],
        "request": ["toy/tables/more.json"],
    }
    assert made.sources == judging.sources | {"expected": "workflow/worlds/toy.yaml"}
    # all root seeds decide, or none; each world speaks for itself
    (part,) = assemble_jobs([*planned, *others], [names[0], names[2]]).values()
    assert part.inputs == judging.inputs | {"worlds": ["toy/tables/worlds/identity.json"]}
    # a hold-out stands beside, whether the others hold or not
    last = replicate_jobs(RUN, {1: jobs(), 2: jobs(), 9: jobs()}, hold_out=9)
    held = [last[2].record_path]
    (beside,) = assemble_jobs([*planned, *last], held).values()
    assert beside.inputs == judging.inputs | {"hold_out": ["toy/tables/hold_out/9.json"]}
    (decided,) = assemble_jobs([*planned, *last], [*names[:2], *held]).values()
    assert decided.inputs["replicate"] == made.inputs["replicate"]
    # a study that is judged without a register has nothing to assemble
    assert assemble_jobs(jobs(), []) == {}


def test_what_a_world_leaves_out_does_not_decide_its_table() -> None:
    other = Job(
        "toy", "evaluate", "compsparse.toy.other", {}, {"k": 1}, {"metrics": "toy/b.metrics.json"}
    )
    (plain,) = worlds_of(RUN, {"flat": jobs()})
    assert worlds_of(RUN, {"flat": [*jobs(), other]}) != [plain]
    (left,) = worlds_of(RUN, {"flat": [*jobs(), other]}, flat=["b"])
    assert left.params["made_by"] == plain.params["made_by"]


def test_what_differs_touches_all_that_follows() -> None:
    paths = [job.record_path for job in jobs()]
    assert touched(jobs(), jobs()) == set()
    assert touched(jobs(), jobs(world="flat")) == set(paths)
    *before, figure = jobs()
    assert touched(jobs(), [*before, replace(figure, params={"color": "red"})]) == {paths[3]}
    assert touched(jobs()[:1], jobs()) == set(paths[1:])


def experiment(**params: object) -> list[Job]:
    """Plan the study with one result more, which reads its data."""
    more = {"table": "toy/tables/toy_more.csv", "metrics": "toy/tables/toy_more.metrics.json"}
    drawn = {"svg": "toy/figures/toy_more.svg", "png": "toy/figures/toy_more.png"}
    data = {"numbers": "toy/data/numbers.npz"}
    named = {"result": "toy_more"}
    table = {"table": more["table"]}
    return [
        *jobs(),
        Job("toy", "evaluate", "compsparse.toy.evaluate_more", named, dict(params), more, data),
        Job("toy", "render", "compsparse.toy.render", named, {}, drawn, table),
    ]


def test_an_experiment_on_request_brings_back_its_tables_pictures_and_metrics() -> None:
    (job,) = requested_jobs(RUN, jobs(), {"more": experiment()})
    assert is_on_request(job) and rule_of(job) == "toy_more" and job.name == "request/more"
    assert job.outputs == {
        "csv_toy_more": "toy/tables/toy_more.csv",
        "svg_toy_more": "toy/tables/toy_more.svg",
        "png_toy_more": "toy/tables/toy_more.png",
        "metrics": "toy/tables/more.json",
    }
    assert (job.params["experiment"], job.params["results"]) == ("more", ["toy_more"])
    # an ordinary job that it builds on is behind it, too; one that it does not is not
    assert {"compsparse.toy.make", "compsparse.toy.evaluate_more"} <= set(job.runs)
    assert "compsparse.toy.judge" not in job.runs
    (other,) = requested_jobs(RUN, jobs(), {"more": experiment(count=3)})
    assert other.params["made_by"] != job.params["made_by"]
    assert replace(other, params=job.params) == job
    assert requested_jobs(RUN, jobs(), {}) == []
