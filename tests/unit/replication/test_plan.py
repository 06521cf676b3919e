"""The job that repeats a study names all that decides the repeated verdicts, and nothing else."""

from collections.abc import Callable
from dataclasses import replace

from compsparse.provenance.job import Job
from compsparse.provenance.repetition import replicate_jobs

Plan = Callable[[int], list[Job]]


def planned(seeds: dict[int, list[Job]]) -> Job:
    """Return the one job that is planned."""
    (job,) = replicate_jobs("toy", "smoke", 0, seeds)
    return job


def test_it_reads_the_verdicts_of_the_run_and_writes_its_tables(toy_plan: Plan) -> None:
    job = planned({1: toy_plan(1), 2: toy_plan(2)})
    assert job.inputs == {"claims": "toy/claims.json"}
    assert set(job.outputs.values()) == {
        "toy/tables/replication.csv",
        "toy/tables/pooled.json",
    }
    assert job.on_request


def test_code_and_sources_behind_the_verdicts_are_its_own(toy_plan: Plan) -> None:
    job = planned({1: toy_plan(1)})
    assert job.runs == [
        "compsparse.artifacts.arrays",
        "compsparse.artifacts.json_values",
        "compsparse.toy.generate",
        "compsparse.toy.judge",
    ]
    assert list(job.sources.values()) == ["notes/toy.txt"]


def test_a_parameter_behind_the_verdicts_changes_it_and_a_figure_does_not(toy_plan: Plan) -> None:
    data, judge, figure = toy_plan(1)
    before = planned({1: [data, judge, figure]})
    other_data = replace(data, params={"root_seed": 1, "count": 3})
    assert planned({1: [other_data, judge, figure]}) != before
    assert planned({1: [data, judge, replace(figure, params={"color": "red"})]}) == before
    assert planned({2: [data, judge, figure]}) != before


def test_nothing_is_planned_without_seeds_or_without_claims(toy_plan: Plan) -> None:
    data, _, figure = toy_plan(1)
    assert replicate_jobs("toy", "smoke", 0, {}) == []
    assert replicate_jobs("toy", "smoke", 0, {1: [data, figure]}) == []


def test_what_was_set_for_the_run_holds_for_the_repetitions(toy_plan: Plan) -> None:
    (plain,) = replicate_jobs("toy", "smoke", 0, {1: toy_plan(1)})
    (job,) = replicate_jobs("toy", "smoke", 0, {1: toy_plan(1)}, "toy.steps=3;")
    assert "set" not in plain.params
    assert job.params["set"] == "toy.steps=3;"
