import numpy as np

from compsparse.studies.factorial.data_model.embedding import factor_embedding
from compsparse.studies.factorial.data_model.factorization import Factorization


def embed(space: Factorization, dimension: int) -> np.ndarray:
    return factor_embedding(space, dimension, np.random.default_rng(0))


def test_factors_add() -> None:
    space = Factorization((2, 3))
    grid = embed(space, 4).reshape(3, 2, 4)  # [second coordinate, first coordinate, dimension]
    # changing one coordinate moves the embedding by the same vector whatever the other is
    moves = grid[:, 1] - grid[:, 0]
    np.testing.assert_allclose(moves, np.broadcast_to(moves[0], moves.shape), atol=1e-14)
    assert np.abs(moves[0]).min() > 1e-3


def test_rank_is_the_number_of_free_factor_vectors() -> None:
    # sum of the sizes, minus one shared constant for each factor but the first
    assert np.linalg.matrix_rank(embed(Factorization((2, 3, 4)), 20)) == 2 + 3 + 4 - 2


def test_vectors_are_standard_gaussian() -> None:
    one_factor = embed(Factorization((100,)), 100)
    assert abs(one_factor.mean()) < 5 * 0.01
    assert abs(one_factor.var() - 1) < 5 * 0.0142
    four_factors = embed(Factorization((10,) * 4), 50)
    assert abs(four_factors.var() - 4) < 1.5


def test_draws_come_from_the_generator() -> None:
    space = Factorization((2, 3))
    np.testing.assert_array_equal(embed(space, 4), embed(space, 4))
    other = factor_embedding(space, 4, np.random.default_rng(1))
    assert not np.array_equal(embed(space, 4), other)
