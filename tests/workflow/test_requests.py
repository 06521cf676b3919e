"""Experiments on request, by the real rules of this repository at smoke scale."""

import json
from pathlib import Path

import pytest

from compsparse.claims.registry import read_registry
from tests.workflow.house import OUT, SMOKE, checkout
from tests.workflow.project import REPOSITORY

# the fourth, evolved, needs genomes that are no part of the project
EXPERIMENTS = ("isolation", "reachability", "trained_volume")


@pytest.mark.dear
def test_requests_leave_tables_pictures_and_verdicts(tmp_path: Path) -> None:
    project = checkout(tmp_path / "requested")
    asked = (*(f"regime_{name}" for name in EXPERIMENTS), *SMOKE)
    project.snakemake(*asked)
    made = project.contents(OUT)
    tables = {name for name in made if name.startswith("regime/tables/")}
    assert tables == {
        f"regime/tables/{file}"
        for name in EXPERIMENTS
        for file in (f"{name}.claims.json", *(f"regime_{name}.{k}" for k in ("csv", "svg", "png")))
    }
    registry = read_registry(REPOSITORY / "workflow/claims/regime.yaml")
    for name in EXPERIMENTS:
        judged = json.loads((project.root / OUT / f"regime/tables/{name}.claims.json").read_text())
        wanted = [claim.id for claim in registry.claims if claim.result == f"regime_{name}"]
        assert [claim["id"] for claim in judged] == wanted
    # their data and models stay in output roots of their own, and nothing else was made
    assert not any(name.startswith(("regime/models/", "regime/data/")) for name in made)
    assert project.planned(*asked) == {}
