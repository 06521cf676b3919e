"""Ranks: planted ones, the bound by the last constituent, and what splits do."""

import numpy as np
import pytest

from compsparse.studies.approximation.target.tree import Constituent, Tree
from compsparse.studies.approximation.wiring import channels as ranks
from tests.unit.studies.approximation.planted import shared

PAIR = Constituent((1.2, 0.9), 0.7, 0.3)


def grid(variables: int, nodes: int) -> tuple[np.ndarray, np.ndarray]:
    places, weights = ranks.quadrature(nodes)
    return np.stack(np.meshgrid(*[places] * variables, indexing="ij"), axis=-1), weights


def test_quadrature_is_exact_for_polynomials() -> None:
    places, weights = ranks.quadrature(4)
    assert weights.sum() == pytest.approx(1)
    for power in range(8):
        assert (weights * places**power).sum() == pytest.approx(1 / (power + 1))


def test_a_planted_rank_is_found_under_its_own_split_only() -> None:
    points, weights = grid(4, 6)
    x = np.moveaxis(points, -1, 0) - 0.5
    values = x[0] * x[1] * x[2] * x[3] + (x[0] ** 2 - x[1]) * (x[2] ** 3 + x[3])
    left = ranks.spectrum(values, weights, (0, 1))
    assert ranks.channels(left, 1e-12) == 2
    assert ranks.channels(ranks.spectrum(values, weights, (0, 2)), 1e-12) > 2


def test_shares_beyond_are_errors_of_the_best_approximation() -> None:
    matrix = np.random.default_rng(0).standard_normal((6, 9))
    left, singular, right = np.linalg.svd(matrix, full_matrices=False)
    for rank, share in enumerate(ranks.beyond(matrix)):
        best = (left[:, :rank] * singular[:rank]) @ right[:rank]
        assert share == pytest.approx(((matrix - best) ** 2).sum() / (matrix**2).sum(), abs=1e-12)


def test_the_measure_counts() -> None:
    # places lie closer near the ends; with their weights other places show the same function
    shares = {}
    for nodes in (6, 10):
        points, weights = grid(2, nodes)
        values = np.exp(3 * points.prod(axis=-1))
        weighted = ranks.spectrum(values, weights, (0,))
        shares[nodes] = weighted[1], ranks.beyond(values - values.mean())[1]
    assert shares[6][0] == pytest.approx(shares[10][0], rel=1e-4)
    assert abs(shares[10][1] / shares[10][0] - 1) > 0.05


def test_the_right_half_needs_what_the_last_constituent_needs() -> None:
    points, weights = grid(4, 6)
    values = shared(PAIR, 4)(points)
    found = ranks.spectrum(values, weights, ranks.right_half(4))
    # the last constituent, on what its two subtrees give
    inner, _ = grid(2, 6)
    given = PAIR(inner).reshape(-1)
    share = np.multiply.outer(weights, weights).reshape(-1)
    last = PAIR(np.stack(np.meshgrid(given, given, indexing="ij"), axis=-1))
    centred = last - share @ last @ share
    wanted = ranks.beyond(np.sqrt(share)[:, None] * centred * np.sqrt(share))
    np.testing.assert_allclose(found, wanted, atol=1e-12)


def test_wrong_wiring_takes_more_and_more_channels() -> None:
    needed = {}
    for variables, nodes in ((4, 6), (8, 3)):
        points, weights = grid(variables, nodes)
        values = shared(PAIR, variables)(points)
        for name, half in (("right", ranks.right_half), ("wrong", ranks.wrong_half)):
            left = ranks.spectrum(values, weights, half(variables))
            needed[name, variables] = ranks.channels(left, 0.01)
    assert needed["right", 8] <= needed["right", 4]
    assert needed["wrong", 8] > 2 * needed["wrong", 4]


def test_splits() -> None:
    splits = [half for half, _ in ranks.halves(range(8))]
    assert len(splits) == len(set(splits)) == 35
    assert ranks.right_half(8) in splits
    assert ranks.wrong_half(8) in splits
    assert ranks.right_half(8) == (0, 1, 2, 3)
    assert ranks.wrong_half(8) == (0, 2, 4, 6)


def test_a_target_without_variance_is_named() -> None:
    with pytest.raises(ValueError, match="its variance is 0"):
        ranks.beyond(np.zeros((3, 3)))


@pytest.mark.parametrize("offset", [0.1, 0.2, 0.3, 0.9])
def test_a_constant_target_is_named_whatever_rounding_makes_of_it(offset: float) -> None:
    points, weights = grid(4, 4)
    values = shared(Constituent((0.0, 0.0), 0.0, offset), 4)(points)
    with pytest.raises(ValueError, match="its variance is 0"):
        ranks.spectrum(values, weights, (0, 1))
    with pytest.raises(ValueError, match="its variance is 0"):
        ranks.sampled_spectrum(values.reshape(16, 16))


def test_the_constant_takes_a_channel_of_its_own() -> None:
    # here the mean of the last constituent on a grid is far from that of the target
    last, lower = Constituent((0.05, 0.05), 0.1, 0.0), Constituent((0.3, 0.3), 0.0, -0.2)
    points, weights = grid(4, 6)
    values = Tree(((lower,), (last,)))(points)
    needed = ranks.channels(ranks.spectrum(values, weights, (0, 1)), 0.01)
    allowed = int((ranks.largest_errors(last, 65) ** 2 > 0.01 * values.var()).sum())
    assert needed == allowed + 1
