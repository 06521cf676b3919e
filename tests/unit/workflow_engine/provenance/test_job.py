"""A job is a plain value with one name and one text."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workflow_engine.provenance.job import Job, job_name

JOB = Job(
    study="toy",
    step="train",
    module="compsparse.toy.train",
    wildcards={"experiment": "grid", "cell": "2pow6_parents-1"},
    params={"rate": 1e-05, "sizes": [1, 2.0, None, True], "name": "ü", "law": {"kind": "cosine"}},
    outputs={"model": "toy/models/a.npz"},
    inputs={"many": ["toy/data/b.npz", "toy/data/a.npz"], "data": "toy/data/c.npz"},
    sources={"claims": "workflow/claims/toy.yaml"},
    numerics="native",
)
words = st.from_regex(r"[A-Za-z0-9_-]{1,8}", fullmatch=True)


def test_json_brings_back_the_same_job_under_the_same_name() -> None:
    again = Job.from_json(JOB.to_json())
    assert again == JOB
    assert again.to_json() == JOB.to_json()
    assert (again.name, again.record_path) == (JOB.name, JOB.record_path)


@given(st.dictionaries(words, words, max_size=4))
def test_the_name_does_not_depend_on_the_order_of_the_wildcards(wildcards: dict[str, str]) -> None:
    job = replace(JOB, wildcards=wildcards)
    turned = replace(JOB, wildcards=dict(reversed(wildcards.items())))
    assert job.name == turned.name == job_name("train", wildcards)
    assert Job.from_json(job.to_json()).record_path == job.record_path


def test_names_and_record_paths_read_well() -> None:
    assert JOB.record_path == "toy/provenance/train/2pow6_parents-1.grid.json"
    assert replace(JOB, wildcards={}).record_path == "toy/provenance/train/all.json"


def test_the_text_is_one_line_without_spaces_to_quote() -> None:
    text = JOB.to_json()
    assert "\n" not in text
    assert json.loads(text)["params"] == JOB.params


def test_input_paths_are_all_inputs() -> None:
    assert sorted(JOB.input_paths) == ["toy/data/a.npz", "toy/data/b.npz", "toy/data/c.npz"]
    assert replace(JOB, inputs={}).input_paths == []


@pytest.mark.parametrize("value", ["", "a.b", "a/b", "..", "a b", "ä", "a\n", "*", "{x}", "$HOME"])
def test_a_wildcard_that_is_no_part_of_a_file_name_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match=r"toy/train: wildcard cell is .* only letters, digits"):
        replace(JOB, wildcards={"cell": value})


def test_a_job_without_outputs_is_refused() -> None:
    with pytest.raises(ValueError, match="a job without outputs proves nothing"):
        replace(JOB, outputs={})


@pytest.mark.parametrize(
    "change",
    [
        {"study": "other"},
        {"step": "prune"},
        {"module": "compsparse.toy.prune"},
        {"wildcards": {"experiment": "grid", "cell": "b"}},
        {"params": {**JOB.params, "sizes": [1, 2, None, True]}},
        {"params": {**JOB.params, "sizes": [True, 2.0, None, True]}},
        {"params": {**JOB.params, "rate": -1e-05}},
        {"outputs": {"model": "toy/models/b.npz"}},
        {"inputs": {**JOB.inputs, "many": ["toy/data/a.npz", "toy/data/b.npz"]}},
        {"sources": {}},
        {"numerics": "portable"},
    ],
)
def test_every_part_of_a_job_is_in_its_text(change: dict[str, Any]) -> None:
    assert replace(JOB, **change).to_json() != JOB.to_json()


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_parameter_that_is_not_finite_has_no_text(value: float) -> None:
    with pytest.raises(ValueError, match="Out of range float"):
        replace(JOB, params={"rate": value}).to_json()
