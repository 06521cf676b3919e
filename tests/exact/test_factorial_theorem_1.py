"""Theorem 1 of document 004 on random graphs, against the log of product probabilities."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compsparse.studies.factorial.data_model.complexity import approximation_complexity
from compsparse.studies.factorial.data_model.conditionals import (
    conditional_probabilities,
    sample_tables,
)
from compsparse.studies.factorial.data_model.exact_factorization import (
    ExactFactorization,
    factorize,
    logarithms,
    max_abs_error,
    measured_rank,
    rounding_bound,
)
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_model.graph import FactorGraph, sample_graph


def log_likelihood(graph: FactorGraph, tables: list[np.ndarray]) -> np.ndarray:
    return logarithms(conditional_probabilities(graph, tables))


def drawn(
    inputs: str, outputs: str, parents: int, seed: int
) -> tuple[FactorGraph, list[np.ndarray]]:
    random = np.random.default_rng(seed)
    graph = sample_graph(
        Factorization.parse(inputs), Factorization.parse(outputs), random, parents=parents
    )
    return graph, sample_tables(graph, 0.1, random)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("inputs", "outputs", "parents", "width"),
    [
        ("2^6", "8^2", 1, 4),
        ("2^6", "8^2", 2, 8),
        ("2^6", "8^2", 3, 16),
        ("2^6", "8^2", 4, 16),
        ("2^8", "4^4", 2, 16),
        ("8^3", "8^3", 1, 24),
        ("64", "4^3", 2, 12),
        ("3^2*5*4", "2*6*3", 2, 11),  # both solutions occur, and sizes differ
    ],
)
def test_theorem_1(inputs: str, outputs: str, parents: int, width: int, seed: int) -> None:
    graph, tables = drawn(inputs, outputs, parents, seed)
    likelihood, factorization = log_likelihood(graph, tables), factorize(graph, tables)
    assert factorization.width == approximation_complexity(graph) == width
    assert max_abs_error(factorization, likelihood) <= rounding_bound(width, likelihood)
    assert measured_rank(likelihood) <= width


def test_the_construction_is_not_compared_with_itself() -> None:
    """The log of the product differs from the construction, if only by rounding."""
    graph, tables = drawn("2^8", "4^4", 2, 0)
    assert max_abs_error(factorize(graph, tables), log_likelihood(graph, tables)) > 0


@pytest.mark.parametrize("outputs", ["2*2", "6*6", "2*6"])
def test_every_entry_of_the_output_embedding_matters(outputs: str) -> None:
    graph, tables = drawn("2^3", outputs, 2, 1)
    likelihood, exact = log_likelihood(graph, tables), factorize(graph, tables)
    bound = rounding_bound(exact.width, likelihood)
    assert max_abs_error(exact, likelihood) <= bound
    for entry in np.ndindex(exact.output_embedding.shape):
        corrupted = exact.output_embedding.copy()
        corrupted[entry] += 1e-9
        damaged = ExactFactorization(corrupted, exact.input_embedding)
        assert max_abs_error(damaged, likelihood) > bound, entry


def test_tables_of_another_graph_fail() -> None:
    inputs, outputs = Factorization.parse("2^4"), Factorization.parse("4^2")
    first = FactorGraph(inputs, outputs, ((0, 1), (2, 3)))
    other = FactorGraph(inputs, outputs, ((0, 2), (2, 3)))
    tables = sample_tables(first, 0.1, np.random.default_rng(0))
    likelihood = log_likelihood(first, tables)
    assert max_abs_error(factorize(other, tables), likelihood) > 1


def test_an_unstructured_distribution_has_a_rank_above_the_complexity_of_a_graph() -> None:
    unstructured, tables = drawn("16", "16", 1, 0)
    rank = measured_rank(log_likelihood(unstructured, tables))
    assert rank == 16
    sparse, _ = drawn("2^4", "4^2", 2, 0)
    assert rank > approximation_complexity(sparse) == 8


def test_an_output_factor_without_parents_takes_one_dimension() -> None:
    """(AC) skips it, Theorem 1 does not: its log probabilities are constant in x, not in y."""
    graph = FactorGraph(Factorization.parse("2^3"), Factorization.parse("8*4"), ((0, 1), ()))
    tables = sample_tables(graph, 0.1, np.random.default_rng(0))
    likelihood, factorization = log_likelihood(graph, tables), factorize(graph, tables)
    assert approximation_complexity(graph) == 4
    assert factorization.width == 5
    assert max_abs_error(factorization, likelihood) <= rounding_bound(5, likelihood)
    assert measured_rank(likelihood) == 4  # one more than three contrasts of four states


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=3),
    st.lists(st.integers(2, 5), min_size=1, max_size=3),
    st.floats(0, 1),
    st.integers(0, 10**6),
)
def test_any_graph(inputs: list[int], outputs: list[int], connectivity: float, seed: int) -> None:
    random = np.random.default_rng(seed)
    graph = sample_graph(
        Factorization(tuple(inputs)),
        Factorization(tuple(outputs)),
        random,
        connectivity=connectivity,
    )
    tables = sample_tables(graph, 0.1, random)
    likelihood, factorization = log_likelihood(graph, tables), factorize(graph, tables)
    assert factorization.width == approximation_complexity(graph) + graph.parentless
    # one dimension more: with one-state parents the width may equal the number of factors
    bound = rounding_bound(factorization.width + 1, likelihood)
    assert max_abs_error(factorization, likelihood) <= bound
    assert measured_rank(likelihood) <= factorization.width
