"""The complexities of document 004's own experiments, counted by hand from (AC) and (SC)."""

import numpy as np
import pytest

from compsparse.studies.factorial.data_model.complexity import (
    approximation_complexity,
    statistical_complexity,
)
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_model.graph import FactorGraph, sample_graph


def complexities(inputs: str, outputs: str, parents: int, seed: int = 0) -> tuple[int, int]:
    graph = sample_graph(
        Factorization.parse(inputs),
        Factorization.parse(outputs),
        np.random.default_rng(seed),
        parents=parents,
    )
    return approximation_complexity(graph), statistical_complexity(graph)


@pytest.mark.parametrize(
    ("inputs", "approximation", "statistical"),
    [
        ("2^12", 16, 128),
        ("4^6", 32, 512),
        ("8^4", 32, 2048),
        ("16^3", 32, 8192),
        ("64^2", 32, 131072),
        ("4096", 32, 131072),  # a single factor, hence a single parent
    ],
)
def test_six_input_factorizations(inputs: str, approximation: int, statistical: int) -> None:
    assert Factorization.parse(inputs, size=4096).size == 4096
    assert complexities(inputs, "8^4", 2) == (approximation, statistical)


@pytest.mark.parametrize(
    ("parents", "expected"), [(1, (8, 64)), (2, (16, 128)), (3, (32, 256)), (4, (32, 512))]
)
def test_compression_grid_a(parents: int, expected: tuple[int, int]) -> None:
    for seed in range(5):  # the number of parents fixes both, whatever the graph
        assert complexities("2^12", "8^4", parents, seed) == expected


@pytest.mark.parametrize("base", range(2, 8))
def test_compression_grid_b(base: int) -> None:
    assert complexities(f"{base}^4", "8^3", 1) == (3 * base, 24 * base)


@pytest.mark.parametrize(
    ("parents", "expected"), [(1, (4, 32)), (2, (8, 64)), (3, (16, 128)), (4, (16, 256))]
)
def test_scaled_grid_a(parents: int, expected: tuple[int, int]) -> None:
    assert complexities("2^6", "8^2", parents) == expected


def test_trivial_factorization_costs_every_entry() -> None:
    assert complexities("64", "16", 1) == (16, 64 * 16)


def test_an_output_factor_without_parents_counts_in_neither_sum() -> None:
    inputs, outputs = Factorization.parse("2^3"), Factorization.parse("8^2")
    with_one = FactorGraph(inputs, outputs, ((0, 1), ()))
    assert approximation_complexity(with_one) == 4
    assert statistical_complexity(with_one) == 32
