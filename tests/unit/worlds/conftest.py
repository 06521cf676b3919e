"""A small registry, what a run measured, and worlds, for the tests of worlds."""

import copy
from typing import Any

import pytest

from compsparse.claims.measurement import Measurement, Metrics
from compsparse.claims.registry import Registry
from tests.unit.claims.conftest import REGISTRY


@pytest.fixture
def registry() -> Registry:
    """A claim on the slope, one on another result, and a check of the count."""
    data: dict[str, Any] = copy.deepcopy(REGISTRY)
    curve = data["results"]["curve"]
    curve["checks"] = {"count": curve["claims"].pop("count")}
    curve["claims"]["slope"]["scale"] = "smoke"
    other = copy.deepcopy(curve)
    del other["checks"]
    data["results"]["other"] = other
    return Registry.model_validate(data)


def measured(value: float, arm: float = 0.5) -> Measurement:
    """Return a measurement on four replicates."""
    return Measurement(value=value, low=value - arm, high=value + arm, n=4)


@pytest.fixture
def base() -> Metrics:
    """What the run measured."""
    count = Measurement(value=3, low=3, high=3, n=1)
    return {
        "toy_curve": {"slope": measured(1.0), "count": count},
        "toy_other": {"slope": measured(2.0)},
    }
