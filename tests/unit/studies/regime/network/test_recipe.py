from dataclasses import replace
from typing import Any

import pytest

from compsparse.studies.regime.network.recipe import Recipe, RetryRule

RECIPE = Recipe("adam", 3e-3, 1e-4, 100, 512)


def test_the_rate_falls_along_a_cosine() -> None:
    assert RECIPE.rate_at(0) == pytest.approx(3e-3)
    assert RECIPE.rate_at(50) == pytest.approx(1.55e-3)
    assert RECIPE.rate_at(100) == pytest.approx(1e-4)
    rates = [RECIPE.rate_at(step) for step in range(101)]
    assert rates == sorted(rates, reverse=True)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"optimizer": "sgd"}, "optimizer is 'sgd'; allowed: adam, muon"),
        ({"rate": 0.0}, "rate is 0.0"),
        ({"final_rate": float("nan")}, "final_rate is nan"),
        ({"steps": -1}, "steps is -1"),
        ({"pixels": -1}, "pixels is -1"),
        ({"newton_schulz": 0}, "newton_schulz is 0; it must be at least 1"),
    ],
)
def test_impossible_recipes_are_refused(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replace(RECIPE, **changed)


def test_the_retry_rule_looks_after_its_share_of_the_steps() -> None:
    assert RetryRule(after=0.25).decisive_step(RECIPE) == 25
    assert RetryRule(after=1.0).decisive_step(RECIPE) == 100
    assert RetryRule(after=0.001).decisive_step(RECIPE) == 1


@pytest.mark.parametrize(
    "changed", [{"after": 0.0}, {"after": 1.1}, {"error": 0.0}, {"retries": -1}]
)
def test_impossible_rules_are_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="needed: after in"):
        RetryRule(**changed)
