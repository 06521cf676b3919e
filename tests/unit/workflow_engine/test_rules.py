"""Rules taken from planned jobs: which jobs share one, and what a rule's names are."""

import re

import pytest

from workflow_engine.provenance.job import Job, filled
from workflow_engine.rules import Rule, rules


def job(step: str, wildcards: dict[str, str], **patterns: str) -> Job:
    outputs = filled(patterns, wildcards)
    module = f"compsparse.studies.toy.{step}"
    return Job("toy", step, module, wildcards, {}, outputs, patterns=patterns)


def trained(experiment: str, cell: str) -> Job:
    stem = "toy/models/{experiment}/{cell}"
    where = {"experiment": experiment, "cell": cell}
    return job("train", where, model=f"{stem}.safetensors", history=f"{stem}.npz")


def matched(rule: Rule, path: str) -> bool:
    """Say whether Snakemake would take a file for one of a rule's."""
    for pattern in rule.outputs.values():
        parts = re.split(r"\{([a-z]+)\}", pattern)
        names = {part: f"(?P<{part}>{rule.constraints[part]})" for part in parts[1::2]}
        text = "".join(names[p] if i % 2 else re.escape(p) for i, p in enumerate(parts))
        if re.fullmatch(text, path):
            return True
    return False


def test_jobs_of_a_step_are_one_rule_with_the_values_of_its_wildcards() -> None:
    jobs = [trained("grid", "d_1"), trained("grid", "d_16"), trained("other", "d_1")]
    (rule,) = rules(jobs)
    assert (rule.name, rule.study, rule.step) == ("toy_train", "toy", "train")
    assert rule.outputs == {
        "model": "toy/models/{experiment}/{cell}.safetensors",
        "history": "toy/models/{experiment}/{cell}.npz",
    }
    assert rule.log == ".logs/toy/train/{experiment}/{cell}.log"
    assert rule.constraints == {
        "experiment": r"grid(?=/(?:d_1|d_16)\.)|other(?=/(?:d_1)\.)",
        "cell": "d_1|d_16",
    }
    assert not matched(rule, "toy/models/other/d_16.npz")  # another step may write it
    assert all(matched(rule, path) for planned_job in jobs for path in planned_job.outputs.values())
    assert not matched(rule, "toy/models/grid/d_2.npz")


@pytest.mark.parametrize("order", [("grid", "grid"), ("models", "toy"), ("d", "d_1"), ("npz", "a")])
def test_a_value_that_stands_elsewhere_in_the_path_is_no_wildcard_there(
    order: tuple[str, str],
) -> None:
    jobs = [trained(*order), trained("else", "where")]
    (rule,) = rules(jobs)
    assert rule.outputs["history"] == "toy/models/{experiment}/{cell}.npz"


def test_a_step_without_wildcards_is_one_job() -> None:
    (rule,) = rules([job("judge", {}, claims="toy/claims.json")])
    assert (rule.name, rule.outputs) == ("toy_judge", {"claims": "toy/claims.json"})
    assert (rule.constraints, rule.fixed, rule.log) == ({}, {}, ".logs/toy/judge.log")


def test_figures_are_rules_by_the_id_of_their_result() -> None:
    jobs = [
        job("render", {"result": name}, svg="toy/figures/{result}.svg")
        for name in ("toy_a", "toy_b")
    ]
    assert [(rule.name, rule.fixed) for rule in rules(jobs)] == [
        ("toy_a", {"result": "toy_a"}),
        ("toy_b", {"result": "toy_b"}),
    ]


def test_files_that_are_named_otherwise_are_another_rule() -> None:
    table = job("generate", {"cell": "a"}, table="toy/data/{cell}.csv")
    arrays = job("generate", {"cell": "b"}, arrays="toy/data/{cell}.npz")
    assert [rule.name for rule in rules([table, arrays])] == [
        "toy_generate_table",
        "toy_generate_arrays",
    ]


def test_what_is_done_on_request_has_no_rule_here() -> None:
    assert rules([job("replicate", {}, table="toy/tables/replication.csv")]) == []
