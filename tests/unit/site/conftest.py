"""The content of a site with one study, without any run."""

from collections.abc import Callable
from pathlib import Path

import pytest

from compsparse.claims.documents import Documents
from compsparse.claims.registry import Registry
from compsparse.claims.statements import judged_statements
from compsparse.site.content import Content, ShownResult
from compsparse.site.parameters import read_parameters_with_sources
from compsparse.verdicts.official import Verdicts
from compsparse.verdicts.official_claim import OfficialClaim
from tests.unit.pages.conftest import (
    claims,  # noqa: F401
    documents,  # noqa: F401
    judged_claim,  # noqa: F401
    registry,  # noqa: F401
)
from workflow_engine.configuration.worlds import Worlds
from workflow_engine.costs.model import ScaleCosts
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.record import Record

PARAMS = """\
root_seed: 0   # all draws derive from it
toy:
  curve:
    train:
      steps: 300   # scaled down from 1000 (P9)
      sizes: [1, 2]
    stages:
      - {order: 3}   # first
      - {order: 4}   # second
"""
TABLE = b"run,loss\n" + b"".join(b"%d,0.5\n" % run for run in range(30))
DRAW = Job(
    "toy",
    "generate",
    "toy.draw",
    {"cell": "curve"},
    {"seed_names": ["toy", 1], "root_seed": 0, "runs": 3},
    {"data": "toy/data/curve.npz"},
)
RENDER = Job(
    "toy",
    "render",
    "toy.render",
    {"result": "toy_curve"},
    {},
    {"svg": "toy/figures/toy_curve.svg"},
    {"data": "toy/data/curve.npz"},
)


@pytest.fixture
def make_content(
    tmp_path: Path,
    claims: list[OfficialClaim],  # noqa: F811
    documents: Documents,  # noqa: F811
    registry: Registry,  # noqa: F811
) -> Callable[..., Content]:
    """Make content in which the toy's results are changed as asked for."""

    def make(**changes: object) -> Content:
        parameters = read_parameters_with_sources(PARAMS)
        results = {}
        for name in ("toy_curve", "toy_other"):
            given: dict[str, object] = {
                "study": "toy",
                "id": name,
                "about": registry.by_id["toy_curve"],
                "claims": [claim for claim in claims if claim.result == name],
                "told": None,
                "rule": name,
                "on_request": False,
                "chain": [DRAW, RENDER],
                "parameters": [p for p in parameters if p.key.startswith("toy.")],
                "figure": b"<svg/>",
                "table": TABLE,
            }
            results[name] = ShownResult(**(given | changes))  # type: ignore[arg-type]
        record = Record(DRAW, "c" * 64, "e" * 64, {}, {}, {"toy/data/curve.npz": "d" * 64})
        machine = {"processor": "A slow one", "cores": 1, "rate": 1.0}
        job = {"work": "w", "cpu": 2.0, "wall": 2.0, "memory": 70.0, "size": 1}
        costs = {"machine": machine, "run": None, "jobs": {"generate/curve": job}}
        world = {"study": "toy", "worlds": {"flat": {"takes_away": "The slope."}}}
        return Content(
            Project(tmp_path),
            documents,
            {"toy": Verdicts(claims)},
            {"toy": registry},
            judged_statements(documents, claims),
            results,
            parameters,
            {"toy": Worlds.model_validate(world)},
            {"toy": ScaleCosts.model_validate(costs)},
            {DRAW.record_path: record},
            {path: job for job in (DRAW, RENDER) for path in job.outputs.values()},
            {"docs/worlds.md": b"# Worlds\n"},
        )

    return make
