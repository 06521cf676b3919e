"""A project whose one study was judged, without any engine."""

import copy
import json
from pathlib import Path

import pytest
import yaml

from compsparse.verdicts import assemble
from tests.unit.claims.conftest import REGISTRY
from tests.unit.workflow_engine.provenance.conftest import FakeProject, write
from workflow_engine.provenance.job import Job

METRICS = "toy/tables/toy_curve.metrics.json"
CLAIMS, RUN, VALUES = "toy/claims.json", "toy/run_claims.json", "toy/metrics.json"
SEEDS = (12, 13)
ASSEMBLE = "toy/provenance/assemble/all.json"


def measured(slope: float, arm: float = 0.5) -> dict[str, object]:
    """Return a result's metrics as they stand in files."""
    rise = {"value": slope, "low": slope - arm, "high": slope + arm, "n": 4}
    count = {"value": 3.0, "low": 3.0, "high": 3.0, "n": 1}
    return {"toy_curve": {"slope": rise, "count": count}}


def job(step: str, **parts: object) -> Job:
    """Make a job of the study."""
    given: dict[str, object] = {"wildcards": {}, "params": {}, "module": "compsparse.toy.make"}
    return Job(study="toy", step=step, **(given | parts))  # type: ignore[arg-type]


JUDGE = job(
    "judge",
    params={"study": "toy", "scale": "default", "root_seed": 5},
    inputs={"metrics": [METRICS]},
    sources={"claims": "workflow/claims/toy.yaml"},
    outputs={"claims": RUN, "metrics": VALUES},
)
REPLICATE = {
    seed: job(
        "replicate",
        wildcards={"root_seed": str(seed)},
        outputs={"metrics": f"toy/tables/replication/{seed}.json"},
    )
    for seed in SEEDS
}
HOLD_OUT = job(
    "replicate",
    wildcards={"root_seed": "20"},
    outputs={"metrics": "toy/tables/hold_out/20.json"},
)
WORLDS = {
    world: job(
        "worlds", wildcards={"world": world}, outputs={"metrics": f"toy/tables/worlds/{world}.json"}
    )
    for world in ("identity", "flat")
}


@pytest.fixture
def judged(tmp_path: Path) -> FakeProject:
    """A built project with the verdicts of one run."""
    fake = FakeProject.create(tmp_path / "project")
    write(fake.root / "src/compsparse/studies/__init__.py", "")
    for module in ("__init__", "assemble"):
        write(fake.root / f"src/compsparse/verdicts/{module}.py", "")
    registry = copy.deepcopy(REGISTRY)
    write(fake.root / "workflow/claims/toy.yaml", yaml.safe_dump(registry, sort_keys=False))
    evaluate = job("evaluate", outputs={"metrics": METRICS})
    for made in (evaluate, JUDGE, *REPLICATE.values(), HOLD_OUT, *WORLDS.values()):
        fake.plan(made)
    write(fake.out / METRICS, json.dumps(measured(1.0)))
    write(fake.out / RUN, "[]")
    write(fake.out / VALUES, "{}")
    for made in (evaluate, JUDGE):
        fake.vouch(made)
    assembled(fake)
    return fake


def assembled(fake: FakeProject) -> None:
    """Do what the job of official verdicts does, and write its record."""
    made = fake.judge().jobs[ASSEMBLE]
    inputs = {
        name: fake.out / paths if isinstance(paths, str) else [fake.out / path for path in paths]
        for name, paths in made.inputs.items()
    }
    inputs |= {name: fake.root / path for name, path in made.sources.items()}
    claims = assemble.run(inputs, **made.params)["claims"]
    write(fake.out / CLAIMS, json.dumps(claims))
    fake.vouch(made)
