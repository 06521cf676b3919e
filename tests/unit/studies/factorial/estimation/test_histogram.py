import numpy as np
import pytest

from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_model.graph import FactorGraph
from compsparse.studies.factorial.estimation.histogram import (
    conditional_histogram,
    factor_counts,
)

COUNTS = np.array([[3, 1, 0], [0, 0, 0]])


def test_shares_and_an_empty_row() -> None:
    histogram = conditional_histogram(COUNTS)
    assert histogram.tolist() == [[0.75, 0.25, 0.0], [1 / 3, 1 / 3, 1 / 3]]


def test_pseudocounts() -> None:
    histogram = conditional_histogram(COUNTS, 0.5)
    assert histogram[0] == pytest.approx(np.array([3.5, 1.5, 0.5]) / 5.5)
    assert histogram[1] == pytest.approx(np.full(3, 1 / 3))


def test_the_counts_of_each_factor_are_those_of_the_pairs() -> None:
    """Against a loop over single pairs."""
    graph = FactorGraph(Factorization((2, 3)), Factorization((3, 2)), ((1,), (0, 1)))
    random = np.random.default_rng(0)
    counts = random.integers(0, 5, size=(6, 6))
    states = graph.parent_states(np.arange(6))
    outcomes = graph.outputs.coordinates(np.arange(6))
    expected = [np.zeros((3, 3), dtype=np.int64), np.zeros((6, 2), dtype=np.int64)]
    for x, y in np.ndindex(6, 6):
        for factor in range(2):
            expected[factor][states[factor, x], outcomes[y, factor]] += counts[x, y]
    for found, table in zip(factor_counts(graph, counts), expected, strict=True):
        assert np.array_equal(found, table)
