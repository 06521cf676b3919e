"""An experiment on request, by the real rules of this repository at smoke scale."""

import json
from pathlib import Path

from tests.workflow.house import OUT, SMOKE, checkout
from tests.workflow.project import ToyProject

# at smoke scale an ordinary run makes them too
NOT_MADE = "set=regime.on_request=[]"
RESULT = "regime_trained_volume"


def test_a_request_gives_what_an_ordinary_run_would(smoke: ToyProject, tmp_path: Path) -> None:
    project = checkout(tmp_path / "requested")
    asked = ("--cores", "2", RESULT, *SMOKE, NOT_MADE)
    project.snakemake(*asked)
    (out,) = (project.root / OUT).parent.glob("smoke-*")
    tables, ordinary = out / "regime/tables", smoke.root / OUT / "regime"
    assert {path.name for path in tables.iterdir()} == {
        f"{RESULT}.csv",
        f"{RESULT}.png",
        f"{RESULT}.svg",
        "trained_volume.claims.json",
    }
    table = f"tables/{RESULT}.csv"
    assert (out / "regime" / table).read_bytes() == (ordinary / table).read_bytes()
    for kind in ("png", "svg"):
        drawn = (ordinary / f"figures/{RESULT}.{kind}").read_bytes()
        assert (tables / f"{RESULT}.{kind}").read_bytes() == drawn
    verdicts = json.loads((tables / "trained_volume.claims.json").read_text())
    judged = json.loads((ordinary / "claims.json").read_text())
    assert verdicts == [claim for claim in judged if claim["id"].startswith(f"{RESULT}_")]
    assert project.planned(*asked) == {}
    # nothing of an ordinary run was made
    assert not (out / "regime/models").exists()
