"""The gradient along the teacher's direction against Monte Carlo, and its expansion against it."""

import numpy as np
import pytest

from compsparse.studies.emergence.hermite import hermite, hermite_derivative
from compsparse.studies.emergence.single_direction.population_gradient import (
    coefficient_at_teacher,
    expansion,
    links_from,
    slide_ratio,
)


def test_the_coefficient_is_that_of_the_mean_gradient() -> None:
    random = np.random.default_rng(0)
    overlap, samples = 0.6, 400_000
    x = random.standard_normal((samples, 3))
    theta, w = np.array([1.0, 0.0, 0.0]), np.array([overlap, np.sqrt(1 - overlap**2), 0.0])
    label, slope = hermite(3, x @ theta), hermite_derivative(3, x @ w)
    gradients = (label * slope)[:, None] * x
    mean, error = gradients.mean(axis=0), gradients.std(axis=0) / np.sqrt(samples)
    # mean = a theta + b w; the second coordinate gives b, then the first one a
    b = mean[1] / w[1]
    link = links_from(3, 3)
    expected = coefficient_at_teacher(link, link, overlap)
    assert mean[0] - b * w[0] == pytest.approx(expected, abs=5 * (error[0] + error[1]))
    assert expected == pytest.approx(3 * overlap**2, rel=1e-12)


@pytest.mark.parametrize("overlap", [-0.8, 0.0, 0.3])
def test_the_expansion_is_exact_for_links_of_all_degrees(overlap: float) -> None:
    random = np.random.default_rng(1)
    link, activation = random.standard_normal((2, 7))
    gradient = coefficient_at_teacher(link, activation, overlap)
    assert float(expansion(link, activation, overlap)) == pytest.approx(gradient, rel=1e-10)


def test_the_slide_is_off_by_known_factors() -> None:
    for degree in (1, 2, 3, 4):
        factorial = float(np.prod(np.arange(1, degree + 1)))
        assert slide_ratio(degree, "orthonormal") == pytest.approx(1 / degree)
        assert slide_ratio(degree, "polynomial") == pytest.approx(factorial / degree)
        moment = 1 / (degree * factorial)
        assert slide_ratio(degree, "moment") == pytest.approx(moment)


def test_links_begin_at_their_information_exponent() -> None:
    np.testing.assert_allclose(links_from(3, 4), [0, 0, 0, np.sqrt(0.5), np.sqrt(0.5)])
