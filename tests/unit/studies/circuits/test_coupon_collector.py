"""The collector of coupons, against known sums and against counting."""

from itertools import product

import numpy as np
import pytest

from compsparse.studies.circuits.coupon_collector import expected_batches, expected_draws


def test_all_of_four() -> None:
    assert expected_draws(4, 4, 4) == pytest.approx(4 * (1 + 1 / 2 + 1 / 3 + 1 / 4))
    assert expected_draws(4, 4, 0) == 0.0
    assert expected_draws(8, 1, 1) == 8.0


def test_batches_of_one_are_draws() -> None:
    for outcomes, wanted in ((16, 15), (16, 16), (3, 2)):
        expected = expected_draws(outcomes, wanted, wanted)
        assert expected_batches(outcomes, wanted, 1) == pytest.approx(expected)


def test_batches_by_counting() -> None:
    """Two of three outcomes in batches of two: a chain over the set collected."""
    # probabilities that a batch of two brings the missing ones, by listing all batches
    batches = list(product(range(3), repeat=2))
    both = sum({0, 1} <= set(batch) for batch in batches) / 9
    first = sum(set(batch) & {0, 1} == {0} for batch in batches) / 9
    has_other = sum(1 in batch for batch in batches) / 9
    # from nothing: T = 1 + P(one of them) / P(the other comes) + P(none) T
    single = 2 * first
    none = 1 - both - single
    expected = (1 + single / has_other) / (1 - none)
    assert expected_batches(3, 2, 2) == pytest.approx(expected)


def test_large_batches_take_one() -> None:
    assert expected_batches(16, 15, 1000) == pytest.approx(1.0, abs=1e-12)


def test_a_simulated_collector_agrees() -> None:
    random = np.random.default_rng(3)
    # waiting times between new ones are geometric
    times = sum(random.geometric((15 - done) / 16, size=20_000) for done in range(15))
    assert np.mean(times) == pytest.approx(expected_draws(16, 15, 15), rel=0.02)
    assert np.mean(np.ceil(times / 9)) == pytest.approx(expected_batches(16, 15, 9), rel=0.02)


@pytest.mark.parametrize("numbers", [(3, 4, 4), (4, 3, 4), (4, 4, -1)])
def test_impossible_collections_are_refused(numbers: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="cannot be collected"):
        expected_draws(*numbers)


def test_empty_batches_are_refused() -> None:
    with pytest.raises(ValueError, match="A batch has 0 draws"):
        expected_batches(4, 4, 0)
