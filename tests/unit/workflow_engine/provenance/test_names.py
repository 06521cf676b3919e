"""A mistyped target is told the nearest; what may be somebody's own rule is left to Snakemake."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.workflow_engine.provenance.conftest import NUMBERS, FakeProject, write
from workflow_engine.provenance.names import (
    files_of,
    nearest,
    objection,
    parameters_with,
    result_ids,
)

OUT = Path("results")


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    write(tmp_path / "rules/toy.smk", "rule toy_wake:\n    input: []\n\ncheckpoint toy_look :\n")
    return tmp_path / "rules"


@pytest.fixture
def drawn(fake: FakeProject) -> FakeProject:
    """The small project with a result."""
    use = fake.jobs["toy/provenance/use/all.json"]
    render = {"step": "render", "wildcards": {"result": "toy_curve"}, "sources": {}}
    fake.plan(replace(use, **render, outputs={"svg": "toy/figures/toy_curve.svg"}))
    return fake


@pytest.mark.parametrize(
    ("target", "near"),
    [
        ("toi", "toy"),
        ("toy_cruve", "toy_curve"),
        ("toy_mak", "toy_make"),
        ("toy_wak", "toy_wake"),
        ("replicaton", "replication"),
        ("results/toy/data/nubmers.json", f"results/{NUMBERS}"),
        ("./results/toy/data/number.json", f"results/{NUMBERS}"),
    ],
)
def test_the_nearest_name_is_told(drawn: FakeProject, rules: Path, target: str, near: str) -> None:
    write(rules / "replication.smk", "rule replication:\n")
    text = objection(["toy", target], drawn.jobs, OUT, rules)
    assert text == f"There is no target {target}. Did you mean {near!r}?"


@pytest.mark.parametrize(
    "target",
    [
        "all",
        "toy",
        "toy_curve",
        "toy_make",
        "toy_wake",
        "toy_look",
        f"results/{NUMBERS}",
        f"./results/{NUMBERS}",
        "xyz",  # nothing is near: Snakemake has words for it
        "elsewhere/numbers.json",
        "results/.logs/toy/make.log",
        "",
    ],
)
def test_what_is_known_or_somebodys_own_passes(
    drawn: FakeProject, rules: Path, target: str
) -> None:
    assert objection([target], drawn.jobs, OUT, rules) is None


def test_a_result_stands_for_its_files_and_all_behind_them(drawn: FakeProject) -> None:
    assert list(result_ids(drawn.jobs)) == ["toy_curve"]
    assert files_of("toy_curve", drawn.jobs) == [
        NUMBERS,
        "toy/figures/toy_curve.svg",
        "toy/provenance/make/all.json",
        "toy/provenance/render/toy_curve.json",
    ]


def test_parameters_are_found_by_their_value() -> None:
    content = {"toy": {"law": {"table": "a.csv"}, "list": ["b.csv", "a.csv"], "size": 3}}
    assert parameters_with("a.csv", content) == ["toy.law.table", "toy.list"]
    assert parameters_with("c.csv", content) == []
    assert nearest("a", []) == ""
