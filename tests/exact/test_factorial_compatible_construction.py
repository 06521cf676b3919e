"""The network of document 004, Appendix A, on factor embeddings of random graphs."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compsparse.studies.factorial.approximation.compatible_construction import (
    CompatibleConstruction,
    construct,
    construction_bound,
    parameter_formula,
)
from compsparse.studies.factorial.data_model.conditionals import (
    conditional_probabilities,
    sample_tables,
)
from compsparse.studies.factorial.data_model.embedding import factor_table, one_hot_codes
from compsparse.studies.factorial.data_model.exact_factorization import logarithms
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_model.graph import FactorGraph, sample_graph

Drawn = tuple[FactorGraph, list[np.ndarray], np.ndarray]


def log_likelihood(graph: FactorGraph, tables: list[np.ndarray]) -> np.ndarray:
    return logarithms(conditional_probabilities(graph, tables))


def drawn(inputs: str, outputs: str, parents: int, seed: int, wider: int = 0) -> Drawn:
    random = np.random.default_rng(seed)
    graph = sample_graph(
        Factorization.parse(inputs), Factorization.parse(outputs), random, parents=parents
    )
    tables = sample_tables(graph, 0.1, random)
    dimension = sum(graph.inputs.sizes) + wider
    return graph, tables, factor_table(graph.inputs, dimension, random)


def error_over_bound(network: CompatibleConstruction, case: Drawn) -> float:
    graph, tables, vectors = case
    likelihood = log_likelihood(graph, tables)
    constructed = network.log_probabilities(one_hot_codes(graph.inputs) @ vectors)
    largest = float(np.abs(network.readout).max())
    bound = construction_bound(graph, vectors, likelihood, largest)
    return float(np.abs(constructed.T - likelihood).max() / bound)


@pytest.mark.parametrize("wider", [0, 7])
@pytest.mark.parametrize(
    ("inputs", "outputs", "parents", "width"),
    [
        ("2^6", "8^2", 1, 4),
        ("2^6", "8^2", 2, 8),
        ("2^6", "8^2", 4, 32),
        ("8^2", "4^3", 1, 24),
        ("64", "4^2", 2, 128),
        ("3^2*5*4", "2*6*3", 4, 3 * 180),
    ],
)
def test_construction(inputs: str, outputs: str, parents: int, width: int, wider: int) -> None:
    case = drawn(inputs, outputs, parents, 2, wider)
    graph, tables, vectors = case
    network = construct(graph, tables, vectors)
    assert error_over_bound(network, case) <= 1
    assert network.hidden_width == width
    assert network.parameters == parameter_formula(graph, vectors.shape[1])


def test_parameters_at_a_size_counted_by_hand() -> None:
    """2^6 to 8^2, two parents: 12 x 12 + 12 x 8 + 8 + 8 x 64."""
    graph, tables, vectors = drawn("2^6", "8^2", 2, 0)
    assert construct(graph, tables, vectors).parameters == 144 + 96 + 8 + 512


def test_hidden_units_are_one_hot_in_every_parent_state() -> None:
    graph, tables, vectors = drawn("2*3*4", "3^2", 2, 4)
    network = construct(graph, tables, vectors)
    codes = one_hot_codes(graph.inputs)
    hidden = np.maximum(codes @ network.selection + network.bias, 0)
    states = graph.parent_states(np.arange(24))
    counts = graph.parent_state_counts
    expected = [np.eye(count)[state] for count, state in zip(counts, states, strict=True)]
    np.testing.assert_array_equal(hidden, np.concatenate(expected, axis=1))


@pytest.mark.parametrize("weights", ["inversion", "selection", "bias", "readout"])
def test_every_kind_of_weight_matters(weights: str) -> None:
    case = drawn("2^4", "3^2", 2, 1)
    network = construct(*case)
    damaged = getattr(network, weights).copy()
    used = np.unravel_index(np.abs(damaged).argmax(), damaged.shape)
    damaged[used] += 1e-6
    assert error_over_bound(replace(network, **{weights: damaged}), case) > 1


def test_a_factor_without_parents_has_one_unit_that_is_always_on() -> None:
    graph = FactorGraph(Factorization.parse("2^3"), Factorization.parse("8*4"), ((0, 1), ()))
    random = np.random.default_rng(0)
    tables = sample_tables(graph, 0.1, random)
    case = (graph, tables, factor_table(graph.inputs, 6, random))
    network = construct(*case)
    assert network.hidden_width == 5
    assert network.bias[-1] == 1
    assert error_over_bound(network, case) <= 1


@settings(max_examples=40)
@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=3),
    st.lists(st.integers(2, 4), min_size=1, max_size=3),
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
    case = (graph, tables, factor_table(graph.inputs, sum(inputs) + 1, random))
    assert error_over_bound(construct(*case), case) <= 1
