import numpy as np
import pytest

from compsparse.studies.factorial.data_model.conditionals import conditional_probabilities
from compsparse.studies.factorial.data_model.exact_factorization import (
    factorize,
    logarithms,
    measured_rank,
    rounding_bound,
)
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_model.graph import FactorGraph

COIN = FactorGraph(Factorization((3,)), Factorization((2,)), ((0,),))
TABLE = np.array([[0.5, 0.5], [0.25, 0.75], [0.1, 0.9]])


def test_direct_solution_by_hand() -> None:
    # two outcomes, three states: outcomes are one-hot, inputs hold the logarithms
    factorization = factorize(COIN, [TABLE])
    np.testing.assert_array_equal(factorization.output_embedding, np.eye(2))
    np.testing.assert_array_equal(factorization.input_embedding, np.log(TABLE).T)
    assert factorization.width == 2


def test_dual_solution_by_hand() -> None:
    # three outcomes, two states: inputs are one-hot, outcomes hold the logarithms
    graph = FactorGraph(Factorization((2,)), Factorization((3,)), ((0,),))
    table = np.array([[0.2, 0.3, 0.5], [0.6, 0.3, 0.1]])
    factorization = factorize(graph, [table])
    np.testing.assert_array_equal(factorization.output_embedding, np.log(table).T)
    np.testing.assert_array_equal(factorization.input_embedding, np.eye(2))
    assert factorization.width == 2


def test_a_product_that_underflows_is_refused() -> None:
    graph = FactorGraph(Factorization((1,)), Factorization((2, 2)), ((0,), (0,)))
    tiny = np.array([[1e-200, 1.0]])
    with pytest.raises(ValueError, match="0 in float64"):
        logarithms(conditional_probabilities(graph, [tiny, tiny]))


@pytest.mark.parametrize("rank", [1, 3, 5])
def test_rank_of_matrices_of_known_rank(rank: int) -> None:
    random = np.random.default_rng(rank)
    matrix = random.normal(size=(40, rank)) @ random.normal(size=(rank, 30))
    assert measured_rank(matrix) == rank
    assert measured_rank(1e6 * matrix) == rank


def test_rank_ignores_rounding_but_not_more() -> None:
    diagonal = np.diag([1.0, 1e-13, 1e-17])
    assert measured_rank(diagonal) == 2


def test_rounding_bound_by_hand() -> None:
    assert rounding_bound(4, np.array([[-2.0, -8.0]])) == 32 * 2.0**-52
