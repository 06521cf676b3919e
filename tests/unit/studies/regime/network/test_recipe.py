import pytest

from compsparse.studies.regime.network.recipe import Recipe, RetryRule

RECIPE = Recipe("adam", 3e-3, 1e-4, 100, 512)


def test_the_rate_falls_along_a_cosine() -> None:
    assert RECIPE.rate_at(0) == pytest.approx(3e-3)
    assert RECIPE.rate_at(50) == pytest.approx(1.55e-3)
    assert RECIPE.rate_at(100) == pytest.approx(1e-4)
    rates = [RECIPE.rate_at(step) for step in range(101)]
    assert rates == sorted(rates, reverse=True)


def test_the_retry_rule_looks_after_its_share_of_the_steps() -> None:
    assert RetryRule(after=0.25).decisive_step(RECIPE) == 25
    assert RetryRule(after=1.0).decisive_step(RECIPE) == 100
    assert RetryRule(after=0.001).decisive_step(RECIPE) == 1
