"""Experiments on request, by the real rules of this repository at smoke scale."""

from pathlib import Path

import pytest

from compsparse.verdicts.official_claim import read_official
from tests.workflow.house import OUT, SMOKE, checkout

# one of each study that has some; regime's evolved needs genomes that are no part of the project
EXPERIMENTS = {
    "experts": "more_tasks",
    "genericity": "large_batch",
}


@pytest.mark.dear
def test_requests_leave_tables_pictures_and_metrics(tmp_path: Path) -> None:
    project = checkout(tmp_path / "requested")
    asked = (*(f"{study}_{name}" for study, name in EXPERIMENTS.items()), *SMOKE)
    project.snakemake(*asked)
    made = project.contents(OUT)
    tables = {file for file in made if "/tables/" in file and not file.startswith(".")}
    assert tables == {
        f"{study}/tables/{file}"
        for study, name in EXPERIMENTS.items()
        for file in (f"{name}.json", *(f"{study}_{name}.{k}" for k in ("csv", "svg", "png")))
    }
    # their data and models stay in output roots of their own, and nothing else was made
    assert not any("/models/" in file or "/data/" in file for file in made)
    assert project.planned(*asked) == {}
    study, name = list(EXPERIMENTS.items())[-1]
    project.snakemake(f"{OUT}/{study}/claims.json", *SMOKE)
    claims = read_official(project.root / OUT / study / "claims.json")
    assert any(c.value is not None for c in claims if c.result == f"{study}_{name}")
