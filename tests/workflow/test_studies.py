"""All studies at smoke scale, by the real rules of this repository."""

import json
from pathlib import Path

import pytest

from compsparse.claims.registry import read_registry
from tests.workflow.house import OUT, SMOKE, checkout
from tests.workflow.project import REPOSITORY, ToyProject
from workflow_engine.configuration.load import load
from workflow_engine.configuration.worlds import IDENTITY

STUDIES = load(REPOSITORY / "params.yaml").studies
# on request
ELSEWHERE = {
    "experts_language_model",
    "experts_more_tasks",
    "genericity_large_batch",
    "regime_evolved",
}


@pytest.mark.dear
def test_nothing_is_left_to_do_and_the_audit_is_clean(house: ToyProject) -> None:
    assert house.planned(*SMOKE) == {}
    assert house.audit(OUT) == (0, [])


@pytest.mark.dear
def test_every_planned_kind_of_file_is_there(house: ToyProject) -> None:
    files = house.contents(OUT)
    for study in STUDIES:
        outputs = {name for name in files if name.startswith(f"{study}/")}
        assert {Path(name).suffix for name in outputs} >= {".npz", ".csv", ".json", ".svg", ".png"}
        assert {f"{study}/claims.json", f"{study}/metrics.json"} <= outputs


@pytest.mark.dear
def test_another_folder_and_the_worlds_that_take_nothing_away_give_equal_bytes(
    house: ToyProject, tmp_path: Path
) -> None:
    # `snakemake worlds` leaves results out that cost most at scale default; here are all of them
    other = checkout(tmp_path / "elsewhere")
    worlds = " ".join(f"{study}.world={IDENTITY}" for study in STUDIES)
    other.snakemake(*SMOKE, f"set={worlds}")
    (out,) = (other.root / OUT).parent.glob("smoke-*")
    found, expected = other.contents(str(out.relative_to(other.root))), house.contents(OUT)
    parameters_in_it = {name for name in expected if "/provenance/" in name} | {".root.json"}
    assert found.keys() == expected.keys()
    differing = {name for name in expected if found[name] != expected[name]}
    assert differing <= parameters_in_it
    for study in STUDIES:  # else nothing was tried
        assert any(name.startswith(f"{study}/provenance/") for name in differing)


@pytest.mark.dear
def test_every_measured_metric_is_defined(house: ToyProject) -> None:
    for study in STUDIES:
        measured = json.loads((house.root / OUT / study / "metrics.json").read_text())
        registry = read_registry(REPOSITORY / "workflow/claims" / f"{study}.yaml")
        assert set(measured) == set(registry.by_id) - ELSEWHERE
        results = registry.by_id
        assert [m for r in measured for m in measured[r] if not results[r].defines(m)] == []


@pytest.mark.dear
def test_one_result_by_its_id(tmp_path: Path) -> None:
    project = checkout(tmp_path / "one")
    project.snakemake("factorial_graph", *SMOKE)
    assert {p for p in project.contents(OUT) if p.endswith((".csv", ".png"))} == {
        "factorial/tables/factorial_graph.csv",
        "factorial/figures/factorial_graph.png",
    }
