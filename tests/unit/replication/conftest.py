"""Judged claims and small plans for the tests of replication."""

from collections.abc import Callable

import pytest

from compsparse.claims.judged import JudgedClaim
from tests.unit.claims.conftest import JUDGED

Make = Callable[..., JudgedClaim]


@pytest.fixture
def claim() -> Make:
    """Make a claim that holds, with the given fields changed."""
    # a claim of the shape that the judge leaves
    content = {**JUDGED, "value": 1.5, "low": 1.0, "id": "toy_rise", "statement": "It rises."}
    return lambda **changes: JudgedClaim.model_validate({**content, **changes})
