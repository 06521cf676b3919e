import math
from typing import Any

import pytest

from compsparse.ensembles.schedules import schedule

CUSTOM = {"kind": "custom", "minimum_learning_rate": 3e-4}


def test_cosine_goes_from_the_learning_rate_to_zero() -> None:
    rate = schedule({"kind": "cosine"}, 3e-2, 1000)
    assert rate(0) == 3e-2
    assert rate(500) == pytest.approx(1.5e-2)
    assert rate(1000) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("steps", [2, 1000, 10**6])
def test_custom_goes_from_one_rate_to_the_other(steps: int) -> None:
    rate = schedule(CUSTOM, 3e-2, steps)
    assert rate(0) == pytest.approx(3e-2)
    assert rate(steps - 1) == pytest.approx(3e-4)


def test_custom_is_halfway_in_log_rate_at_halfway_in_log_time() -> None:
    rate = schedule(CUSTOM, 3e-2, 10**6)
    assert rate(999) == pytest.approx(math.sqrt(3e-2 * 3e-4))


@pytest.mark.parametrize("kind", [{"kind": "cosine"}, CUSTOM])
def test_rates_never_rise(kind: dict[str, Any]) -> None:
    rate = schedule(kind, 3e-2, 200)
    rates = [rate(step) for step in range(200)]
    assert rates == sorted(rates, reverse=True)


def test_a_single_step_uses_the_learning_rate() -> None:
    assert schedule(CUSTOM, 3e-2, 1)(0) == pytest.approx(3e-2)


@pytest.mark.parametrize(
    "description",
    [
        {},
        {"kind": "linear"},
        {"kind": "custom"},
        {"kind": "cosine", "minimum_learning_rate": 0.1},
    ],
)
def test_an_unusable_description_is_refused(description: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="allowed:"):
        schedule(description, 3e-2, 10)


@pytest.mark.parametrize(
    ("description", "rate"), [({"kind": "cosine"}, 0.0), (CUSTOM | {"minimum_learning_rate": 0}, 1)]
)
def test_a_rate_must_be_positive(description: dict[str, Any], rate: float) -> None:
    with pytest.raises(ValueError, match="must be above 0"):
        schedule(description, float(rate), 10)
