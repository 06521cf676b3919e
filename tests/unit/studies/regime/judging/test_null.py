"""The null of score against error: recovers itself, and is not continued beyond its points."""

import numpy as np
import pytest

from compsparse.studies.regime.judging.null import Null, excess_over, fit_null

SEEDS = np.repeat(np.arange(4), 5)
ERRORS = np.tile(np.array([0.001, 0.003, 0.01, 0.03, 0.1]), 4) * np.linspace(0.9, 1.1, 20)


def line(errors: np.ndarray) -> np.ndarray:
    return 0.9 + 0.1 * np.log10(errors)


def parabola(errors: np.ndarray) -> np.ndarray:
    return 0.9 + 0.1 * np.log10(errors) + 0.2 * (np.log10(errors) + 2) ** 2


@pytest.mark.parametrize(("law", "degree"), [(line, 1), (parabola, 2)])
def test_the_null_recovers_itself(law, degree: int) -> None:
    null = fit_null(ERRORS, law(ERRORS), SEEDS)
    assert len(null.coefficients) == degree + 1
    between = np.geomspace(ERRORS.min(), ERRORS.max(), 30)
    found = excess_over([null], between, law(between))
    np.testing.assert_allclose(found.excess, 0, atol=1e-10)
    assert found.comparable.all()
    above = excess_over([null], between, law(between) + 0.25)
    np.testing.assert_allclose(above.excess, 0.25)


def test_excess_of_noisy_points_of_other_seeds_is_nothing_on_average() -> None:
    random = np.random.default_rng(0)
    null = fit_null(ERRORS, line(ERRORS) + 0.02 * random.normal(size=20), SEEDS)
    new = np.geomspace(0.002, 0.05, 400)
    scores = line(new) + 0.02 * random.normal(size=400)
    excess = excess_over([null], new, scores).excess
    assert excess.mean() == pytest.approx(0, abs=0.015)
    assert np.sqrt(np.mean(excess**2)) == pytest.approx(0.02, rel=0.3)


def test_excess_is_over_the_higher_null_and_only_where_one_reaches() -> None:
    low = Null(np.array([0.5, 0.0]), -2.0, -3.0, -1.0)
    high = Null(np.array([0.7, 0.0]), -1.5, -2.0, -0.5)
    found = excess_over([low, high], np.array([0.0, 1e-4, 2e-3, 0.05, 0.2, 0.9]), np.full(6, 0.8))
    np.testing.assert_array_equal(found.comparable, [False, False, True, True, True, False])
    np.testing.assert_allclose(found.excess, [np.nan, np.nan, 0.3, 0.1, 0.1, np.nan])


def test_a_null_that_cannot_be_fitted_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 2 seeds"):
        fit_null(ERRORS, line(ERRORS), np.zeros(20, dtype=np.int64))
    with pytest.raises(ValueError, match="same error"):
        fit_null(np.full(20, 0.01), line(ERRORS), SEEDS)
    with pytest.raises(ValueError, match="not finite"):
        fit_null(np.where(SEEDS == 0, 0.0, ERRORS), line(ERRORS), SEEDS)
    with pytest.raises(ValueError, match="no null"):
        excess_over([], ERRORS, ERRORS)
