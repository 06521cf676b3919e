"""Experiments on request, by the real rules of this repository at smoke scale."""

from pathlib import Path

import pytest

from compsparse.verdicts.official_claim import read_official
from tests.workflow.house import OUT, SMOKE, checkout

# the fourth, evolved, needs genomes that are no part of the project
EXPERIMENTS = ("isolation", "reachability", "trained_volume")


@pytest.mark.dear
def test_requests_leave_tables_pictures_and_metrics(tmp_path: Path) -> None:
    project = checkout(tmp_path / "requested")
    asked = (*(f"regime_{name}" for name in EXPERIMENTS), *SMOKE)
    project.snakemake(*asked)
    made = project.contents(OUT)
    tables = {name for name in made if name.startswith("regime/tables/")}
    assert tables == {
        f"regime/tables/{file}"
        for name in EXPERIMENTS
        for file in (f"{name}.json", *(f"regime_{name}.{k}" for k in ("csv", "svg", "png")))
    }
    # their data and models stay in output roots of their own, and nothing else was made
    assert not any(name.startswith(("regime/models/", "regime/data/")) for name in made)
    assert project.planned(*asked) == {}
    project.snakemake(f"{OUT}/regime/claims.json", *SMOKE)
    claims = read_official(project.root / OUT / "regime/claims.json")
    for name in EXPERIMENTS:
        assert any(c.value is not None for c in claims if c.result == f"regime_{name}")
