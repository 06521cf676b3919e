from itertools import product

import numpy as np
import pytest
from scipy.special import digamma

from compsparse.studies.factorial.data_model.conditionals import (
    SMALLEST_PROBABILITY,
    conditional_probabilities,
    distinct_inputs,
    sample_tables,
)
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_model.graph import FactorGraph

GRAPH = FactorGraph(Factorization((2, 3, 2)), Factorization((3, 2, 4)), ((0, 2), (), (2,)))


def tables(graph: FactorGraph, seed: int = 0) -> list[np.ndarray]:
    return sample_tables(graph, 0.5, np.random.default_rng(seed))


def test_probabilities_against_loops_over_coordinates() -> None:
    first, second, third = tables(GRAPH)
    probabilities = conditional_probabilities(GRAPH, [first, second, third])
    assert probabilities.shape == (12, 24)
    for a, b, c in product(range(2), range(3), range(2)):
        for u, v, w in product(range(3), range(2), range(4)):
            expected = first[a + 2 * c, u] * second[0, v] * third[c, w]
            found = probabilities[a + 2 * b + 6 * c, u + 3 * v + 6 * w]
            assert found == pytest.approx(expected, rel=1e-14)


def test_rows_sum_to_one() -> None:
    sums = conditional_probabilities(GRAPH, tables(GRAPH)).sum(axis=1)
    np.testing.assert_allclose(sums, 1, rtol=0, atol=1e-14)


def test_distinct_inputs_restore_every_row() -> None:
    groups, representatives = distinct_inputs(GRAPH)
    everything = conditional_probabilities(GRAPH, tables(GRAPH))
    rows = conditional_probabilities(GRAPH, tables(GRAPH), representatives)
    assert len(rows) == 4  # input factors 0 and 2 matter, factor 1 does not
    np.testing.assert_array_equal(rows[groups], everything)
    np.testing.assert_array_equal(groups[representatives], np.arange(4))


def test_without_any_parent_all_inputs_are_one_group() -> None:
    graph = FactorGraph(Factorization((2, 2)), Factorization((3,)), ((),))
    groups, representatives = distinct_inputs(graph)
    assert groups.tolist() == [0, 0, 0, 0]
    assert representatives.tolist() == [0]
    probabilities = conditional_probabilities(graph, tables(graph))
    np.testing.assert_array_equal(probabilities, np.repeat(tables(graph)[0], 4, axis=0))


def test_order_of_input_factors_only_renames_inputs() -> None:
    order = [2, 0, 1]
    inputs = Factorization(tuple(GRAPH.inputs.sizes[i] for i in order))
    adjacency = GRAPH.adjacency[:, order]
    renamed = FactorGraph.from_adjacency(inputs, GRAPH.outputs, adjacency)
    first, second, third = tables(GRAPH)
    # the parents (0, 2) of the first output factor now come as (2, 0)
    swapped = first.reshape(2, 2, 3).swapaxes(0, 1).reshape(4, 3)
    tokens = inputs.tokens(GRAPH.inputs.coordinates(np.arange(12))[:, order])
    np.testing.assert_array_equal(
        conditional_probabilities(renamed, [swapped, second, third])[tokens],
        conditional_probabilities(GRAPH, [first, second, third]),
    )


def test_order_of_output_factors_only_renames_outputs() -> None:
    order = [1, 2, 0]
    outputs = Factorization(tuple(GRAPH.outputs.sizes[j] for j in order))
    renamed = FactorGraph.from_adjacency(GRAPH.inputs, outputs, GRAPH.adjacency[order])
    drawn = tables(GRAPH)
    tokens = outputs.tokens(GRAPH.outputs.coordinates(np.arange(24))[:, order])
    np.testing.assert_allclose(
        conditional_probabilities(renamed, [drawn[j] for j in order])[:, tokens],
        conditional_probabilities(GRAPH, drawn),
        rtol=1e-14,
    )


@pytest.mark.parametrize("concentration", [0.1, 1.0])
def test_moments_of_the_dirichlet_law(concentration: float) -> None:
    rows, size = 20_000, 8
    graph = FactorGraph(Factorization((rows,)), Factorization((size,)), ((0,),))
    (table,) = sample_tables(graph, concentration, np.random.default_rng(0))
    total = size * concentration
    statistics = {
        "mean": (table[:, 0], 1 / size),
        "square": ((table**2).sum(axis=1), (concentration + 1) / (total + 1)),
        "entropy": (
            -(table * np.log(table)).sum(axis=1),
            digamma(total + 1) - digamma(concentration + 1),
        ),
    }
    for name, (values, expected) in statistics.items():
        error = values.std() / rows**0.5
        assert abs(values.mean() - expected) < 5 * error, name
        assert error < 0.02 * expected, name


def test_rows_are_different_draws() -> None:
    first, _, third = tables(GRAPH)
    assert len(np.unique(first, axis=0)) == 4
    assert len(np.unique(third, axis=0)) == 2


@pytest.mark.parametrize("concentration", [0.1, 0.001])
def test_no_probability_is_zero_and_rows_sum_to_one(concentration: float) -> None:
    graph = FactorGraph(Factorization((1000,)), Factorization((8,)), ((0,),))
    (table,) = sample_tables(graph, concentration, np.random.default_rng(0))
    assert table.min() == SMALLEST_PROBABILITY
    np.testing.assert_allclose(table.sum(axis=1), 1, rtol=0, atol=1e-14)
