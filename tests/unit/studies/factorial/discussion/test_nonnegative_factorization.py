import numpy as np
import pytest

from compsparse.studies.factorial.discussion.nonnegative_factorization import (
    NonnegativeFactorization,
)


def likelihood(counts: np.ndarray, factors: NonnegativeFactorization) -> float:
    probabilities = factors.probabilities()
    return float((counts * np.log(np.maximum(probabilities, 1e-300))).sum())


def test_enough_components_recover_a_low_rank_law() -> None:
    random = np.random.default_rng(0)
    rows = random.dirichlet(np.ones(6), size=2)
    counts = 1000 * rows[[0, 1, 0, 1, 1]]
    factors = NonnegativeFactorization(counts, 2, random)
    before = likelihood(counts, factors)
    factors.update(400)
    np.testing.assert_allclose(factors.probabilities(), rows[[0, 1, 0, 1, 1]], atol=2e-3)
    assert likelihood(counts, factors) > before


def test_updates_in_parts_are_the_updates_at_once() -> None:
    counts = np.random.default_rng(1).poisson(3.0, (6, 5)).astype(np.float64)
    whole, parts = (NonnegativeFactorization(counts, 3, np.random.default_rng(2)) for _ in range(2))
    whole.update(12)
    for updates in (1, 0, 4, 7):
        parts.update(updates)
    np.testing.assert_allclose(whole.users, parts.users, rtol=1e-12)
    np.testing.assert_allclose(whole.targets, parts.targets, rtol=1e-12)


def test_more_updates_never_lower_the_likelihood() -> None:
    counts = np.random.default_rng(3).poisson(1.0, (7, 5)).astype(np.float64)
    counts[:, 0] += 1
    factors = NonnegativeFactorization(counts, 2, np.random.default_rng(4))
    values = []
    for _ in range(6):
        factors.update(5)
        values.append(likelihood(counts, factors))
    assert (np.diff(values) > -1e-9).all()


def test_a_user_without_pairs_gets_the_uniform_law() -> None:
    counts = np.array([[3.0, 1.0], [0.0, 0.0]])
    factors = NonnegativeFactorization(counts, 1, np.random.default_rng(0))
    factors.update(2)
    np.testing.assert_allclose(factors.probabilities()[1], [0.5, 0.5])


@pytest.mark.parametrize(("counts", "rank"), [(np.ones((2, 2)), 0), (np.zeros((2, 2)), 1)])
def test_unusable_arguments(counts: np.ndarray, rank: int) -> None:
    with pytest.raises(ValueError, match="above 0"):
        NonnegativeFactorization(counts, rank, np.random.default_rng(0))
