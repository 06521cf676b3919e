"""Judged claims and small plans for the tests of replication."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from compsparse.claims.band import Band
from compsparse.claims.judged import JudgedClaim
from compsparse.provenance.job import Job

Make = Callable[..., JudgedClaim]


@pytest.fixture
def claim() -> Make:
    """Make a claim that holds, with the given fields changed."""
    content: dict[str, Any] = {
        "id": "toy_rise",
        "figure": "figures/toy.svg",
        "statement": "It rises.",
        "source": "Document 004",
        "metric": "toy.slope",
        "kind": "statistical",
        "value": 1.5,
        "low": 1.0,
        "high": 2.0,
        "seeds": 4,
        "theory": None,
        "accept": Band(above=0.0),
        "origin": "document",
        "band": "A sign.",
        "scale": "smoke",
        "judged_at": "default",
        "verdict": "holds",
        "seeds_needed": None,
        "why": "",
        "registered": None,
    }
    return lambda **changes: JudgedClaim.model_validate({**content, **changes})


@pytest.fixture
def toy_plan() -> Callable[[int], list[Job]]:
    """Make the plan of a study at a root seed: data, a verdict on them, a figure, an unused job."""

    def jobs(root_seed: int) -> list[Job]:
        data = Job(
            study="toy",
            step="generate",
            module="compsparse.toy.generate",
            wildcards={},
            params={"root_seed": root_seed},
            outputs={"numbers": "toy/data/numbers.npz"},
            sources={"notes": "notes/toy.txt"},
        )
        judge = Job(
            study="toy",
            step="judge",
            module="compsparse.toy.judge",
            wildcards={},
            params={},
            inputs={"numbers": ["toy/data/numbers.npz"]},
            outputs={"claims": "toy/claims.json"},
        )
        figure = replace(
            judge,
            step="render",
            module="compsparse.toy.render",
            outputs={"figure": "toy/figures/toy.svg"},
        )
        return [data, judge, figure]

    return jobs
