"""Theorems 2 and 3 of document 004 where every case can be counted out."""

from itertools import product
from math import comb, factorial, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compsparse.studies.factorial.data_model.conditionals import (
    conditional_probabilities,
    sample_tables,
)
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_model.graph import FactorGraph
from compsparse.studies.factorial.estimation.histogram import (
    conditional_histogram,
    factored_histogram,
)
from compsparse.studies.factorial.estimation.sufficient_samples import (
    deviation_allowance,
    expectation_bound,
)
from compsparse.studies.factorial.estimation.total_variation import (
    expected_total_variation,
    mean_absolute_deviation,
    total_variation,
)


def all_histograms(samples: int, truth: np.ndarray) -> list[tuple[float, float]]:
    """Return (probability, total variation) of every table of counts."""
    cases = []
    for counts in product(range(samples + 1), repeat=len(truth)):
        if sum(counts) == samples:
            ways = factorial(samples) // prod(map(factorial, counts))
            probability = ways * float(np.prod(truth ** np.array(counts)))
            cases.append((probability, total_variation(np.array(counts) / samples, truth)))
    return cases


LAWS = [
    np.array([0.5, 0.5]),
    np.array([0.2, 0.3, 0.5]),
    np.full(4, 0.25),
    np.array([0.0, 0.1, 0.9]),
    np.array([0.0, 1.0]),
]


@pytest.mark.parametrize("truth", LAWS)
@pytest.mark.parametrize("samples", [1, 2, 3, 6])
def test_expected_total_variation_is_that_of_all_histograms(
    truth: np.ndarray, samples: int
) -> None:
    cases = all_histograms(samples, truth)
    assert sum(probability for probability, _ in cases) == pytest.approx(1, abs=1e-14)
    expectation = sum(probability * error for probability, error in cases)
    assert expected_total_variation(samples, truth) == pytest.approx(expectation, abs=1e-14)


@given(st.integers(1, 30), st.fractions(0, 1, max_denominator=12))
def test_de_moivre(samples: int, fraction: object) -> None:
    p = float(fraction)  # type: ignore[arg-type]
    counted = sum(
        comb(samples, k) * p**k * (1 - p) ** (samples - k) * abs(k - samples * p)
        for k in range(samples + 1)
    )
    found = mean_absolute_deviation(samples, np.array([p]))[0]
    assert found == pytest.approx(counted, abs=1e-12)


@pytest.mark.parametrize("truth", LAWS)
@pytest.mark.parametrize("samples", [2, 5, 8])
@pytest.mark.parametrize("delta", [0.3, 0.05, 0.001])
def test_the_bounds_of_theorem_2(truth: np.ndarray, samples: int, delta: float) -> None:
    cases = all_histograms(samples, truth)
    mean = expected_total_variation(samples, truth)
    assert mean <= expectation_bound(len(truth), samples)
    limit = mean + deviation_allowance(samples, delta)
    assert sum(probability for probability, error in cases if error > limit) <= delta


def test_the_limit_of_many_samples() -> None:
    """E TV of k equal cells tends to sqrt((k - 1) / (2 pi n))."""
    cells, samples = 100, 10**7
    limit = np.sqrt((cells - 1) / (2 * np.pi * samples))
    assert expected_total_variation(samples, np.full(cells, 1 / cells)) == pytest.approx(
        limit, rel=1e-5
    )


@pytest.mark.parametrize(
    ("inputs", "outputs", "parents"),
    [
        ((2, 3), (2, 3), ((0,), (1,))),
        ((2, 3), (3, 2, 2), ((0, 1), (), (1,))),
        ((2, 2, 2), (4, 3), ((0, 2), (0, 2))),
    ],
)
def test_the_factored_histogram_recovers_what_factors_along_its_graph(
    inputs: tuple[int, ...], outputs: tuple[int, ...], parents: tuple[tuple[int, ...], ...]
) -> None:
    """Counts proportional to the truth, up to rounding to integers."""
    graph = FactorGraph(Factorization(inputs), Factorization(outputs), parents)
    tables = sample_tables(graph, 1.0, np.random.default_rng(0))
    truth = conditional_probabilities(graph, tables)
    counts = np.rint(1e12 * truth).astype(np.int64)
    assert np.abs(factored_histogram(graph, counts) - truth).max() < 1e-10


def test_a_graph_without_an_edge_that_matters_is_not_consistent() -> None:
    inputs, outputs = Factorization((2, 2)), Factorization((3,))
    graph = FactorGraph(inputs, outputs, ((0, 1),))
    truth = conditional_probabilities(graph, sample_tables(graph, 1.0, np.random.default_rng(0)))
    counts = np.rint(1e12 * truth).astype(np.int64)
    poorer = FactorGraph(inputs, outputs, ((0,),))
    assert np.abs(factored_histogram(poorer, counts) - truth).max() > 0.05


def test_one_factor_on_either_side_is_the_plain_histogram() -> None:
    graph = FactorGraph(Factorization((5,)), Factorization((4,)), ((0,),))
    counts = np.random.default_rng(0).integers(0, 4, size=(5, 4))
    counts[2] = 0
    for pseudocount in (0.0, 0.5):
        assert np.array_equal(
            factored_histogram(graph, counts, pseudocount),
            conditional_histogram(counts, pseudocount),
        )
