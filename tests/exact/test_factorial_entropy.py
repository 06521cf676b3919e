"""Entropies that are known in closed form (document 004, Section 4.1, (P4))."""

import numpy as np
import pytest

from compsparse.studies.factorial.single_pass.evaluate_entropy import entropies, expected_entropy


@pytest.mark.parametrize(
    ("size", "entropy"), [(2, 1 / 2), (3, 5 / 6), (8, sum(1 / i for i in range(2, 9)))]
)
def test_the_uniform_law_on_the_simplex_has_a_harmonic_mean_entropy(
    size: int, entropy: float
) -> None:
    assert expected_entropy(size, 1.0) == pytest.approx(entropy, rel=1e-14)


def test_the_mean_entropy_goes_from_none_to_all() -> None:
    assert expected_entropy(8, 1e-9) == pytest.approx(0, abs=1e-7)
    assert expected_entropy(8, 1e9) == pytest.approx(np.log(8), rel=1e-7)


def test_draws_have_the_expected_entropy() -> None:
    draws = np.random.default_rng(0).dirichlet(np.full(8, 0.1), size=20000)
    error = entropies(draws).std() / np.sqrt(len(draws))
    assert entropies(draws).mean() == pytest.approx(expected_entropy(8, 0.1), abs=4 * error)


def test_entropy_of_certain_and_uniform_rows() -> None:
    rows = np.array([[1.0, 0.0, 0.0, 0.0], [0.25] * 4, [0.5, 0.5, 0.0, 0.0]])
    np.testing.assert_allclose(entropies(rows), np.log([1, 4, 2]), atol=1e-15)
