"""Judged claims and small plans for the tests of replication."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from compsparse.claims.judged import JudgedClaim
from compsparse.provenance.job import Job
from tests.unit.claims.conftest import JUDGED

Make = Callable[..., JudgedClaim]


@pytest.fixture
def claim() -> Make:
    """Make a claim that holds, with the given fields changed."""
    # a claim of the shape that the judge leaves
    content = {**JUDGED, "value": 1.5, "low": 1.0, "id": "toy_rise", "statement": "It rises."}
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
