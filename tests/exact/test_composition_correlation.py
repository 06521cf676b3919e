"""Correlations of two targets, counted over all that can be read and over all hidden tuples."""

from itertools import permutations, product

import numpy as np
import pytest

from compsparse.studies.composition.hardness.generate_correlations import correlation, mean_square
from compsparse.studies.composition.task.hops import all_hops


@pytest.mark.parametrize(("folds", "symbols"), [(1, 3), (1, 4), (2, 3)])
def test_the_formula_is_the_share_of_equal_answers_over_everything_that_can_be_read(
    folds: int, symbols: int
) -> None:
    read = np.array(list(product(permutations(range(symbols)), repeat=folds)))
    random = np.random.default_rng(0)
    for _ in range(20):
        first, second = random.random((2, folds, symbols)).argsort(axis=-1)
        equal = all_hops(read, first)[-1][:, 0] == all_hops(read, second)[-1][:, 0]
        assert equal.mean() - 1 / symbols == pytest.approx(float(correlation(first, second)))


@pytest.mark.parametrize(("folds", "symbols"), [(1, 3), (1, 5), (2, 3), (2, 4), (3, 3)])
def test_the_mean_square_is_that_of_all_targets(folds: int, symbols: int) -> None:
    others = np.array(list(product(permutations(range(symbols)), repeat=folds)))
    identity = np.broadcast_to(np.arange(symbols), others.shape)
    squares = correlation(identity, others) ** 2
    assert squares.mean() == pytest.approx(mean_square(folds, symbols))
