"""Hermite polynomials against Gauss-Hermite quadrature, which is exact for polynomials."""

import numpy as np
import pytest
from numpy.polynomial.hermite_e import hermegauss

from compsparse.studies.emergence.hermite import hermite, hermite_derivative, value_and_slope

POINTS, WEIGHTS = hermegauss(20)
WEIGHTS = WEIGHTS / WEIGHTS.sum()


@pytest.mark.parametrize("first", range(6))
@pytest.mark.parametrize("second", range(6))
def test_the_polynomials_are_orthonormal(first: int, second: int) -> None:
    product = WEIGHTS @ (hermite(first, POINTS) * hermite(second, POINTS))
    assert product == pytest.approx(float(first == second), abs=1e-10)


@pytest.mark.parametrize("order", [1, 2, 3, 4])
@pytest.mark.parametrize("overlap", [-0.7, 0.0, 0.3, 1.0])
def test_expectations_of_products_are_powers_of_overlaps(order: int, overlap: float) -> None:
    along, across = np.meshgrid(POINTS, POINTS, indexing="ij")
    other = overlap * along + np.sqrt(1 - overlap**2) * across
    mean = np.einsum("i,j,ij", WEIGHTS, WEIGHTS, hermite(order, along) * hermite(order, other))
    assert mean == pytest.approx(overlap**order, abs=1e-10)


@pytest.mark.parametrize("order", range(5))
def test_the_derivative_is_that_of_the_polynomial(order: int) -> None:
    x = np.linspace(-2, 2, 7)
    difference = (hermite(order, x + 1e-5) - hermite(order, x - 1e-5)) / 2e-5
    np.testing.assert_allclose(hermite_derivative(order, x), difference, atol=1e-8)


@pytest.mark.parametrize("order", [2, 3, 4])
def test_polynomials_written_out_are_the_hermite_polynomials(order: int) -> None:
    z = np.linspace(-3, 3, 11)
    value, slope = value_and_slope(order, z)
    np.testing.assert_allclose(value, hermite(order, z), atol=1e-12)
    np.testing.assert_allclose(slope, hermite_derivative(order, z), atol=1e-12)


def test_other_orders_are_refused() -> None:
    with pytest.raises(ValueError, match="is 5; allowed"):
        value_and_slope(5, np.zeros(1))
