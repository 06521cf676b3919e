import pytest

from compsparse.studies.regime.network.recipe import Recipe

RECIPE = Recipe("adam", 3e-3, 1e-4, 100, 512)


def test_the_rate_falls_along_a_cosine() -> None:
    assert RECIPE.rate_at(0) == pytest.approx(3e-3)
    assert RECIPE.rate_at(50) == pytest.approx(1.55e-3)
    assert RECIPE.rate_at(100) == pytest.approx(1e-4)
    rates = [RECIPE.rate_at(step) for step in range(101)]
    assert rates == sorted(rates, reverse=True)
