from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_model.graph import FactorGraph, sample_graph

INPUTS = Factorization((2, 3, 4))
OUTPUTS = Factorization((5, 2))


def random(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_adjacency_round_trip() -> None:
    graph = FactorGraph(INPUTS, OUTPUTS, ((0, 2), ()))
    assert graph.adjacency.tolist() == [[True, False, True], [False, False, False]]
    assert FactorGraph.from_adjacency(INPUTS, OUTPUTS, graph.adjacency) == graph


def test_parent_states_by_hand() -> None:
    graph = FactorGraph(INPUTS, OUTPUTS, ((0, 2), ()))
    assert graph.parent_state_counts == (8, 1)
    assert graph.parentless == 1
    tokens = np.arange(24)
    states = graph.parent_states(tokens)
    # coordinate 0 is x mod 2, coordinate 2 is x // 6; the first parent varies fastest
    np.testing.assert_array_equal(states[0], tokens % 2 + 2 * (tokens // 6))
    np.testing.assert_array_equal(states[1], np.zeros(24))


@pytest.mark.parametrize("parents", [1, 2, 3, 9])
def test_number_of_parents(parents: int) -> None:
    counts = sample_graph(INPUTS, OUTPUTS, random(), parents=parents).adjacency.sum(axis=1)
    assert counts.tolist() == [min(parents, 3)] * 2


def test_single_input_factor_has_one_parent() -> None:
    graph = sample_graph(Factorization((64,)), OUTPUTS, random(), parents=2)
    assert graph.parents == ((0,), (0,))


def test_parents_are_drawn_uniformly_and_independently() -> None:
    draws = np.stack(
        [sample_graph(INPUTS, OUTPUTS, random(s), parents=2).adjacency for s in range(600)]
    )
    # each edge has probability 2/3: standard error 0.019; the bound is five of them
    assert np.abs(draws.mean(axis=0) - 2 / 3).max() < 0.1
    same = (draws[:, 0] == draws[:, 1]).all(axis=1).mean()
    assert abs(same - 1 / 3) < 0.1


def test_connectivity_is_the_probability_of_an_edge() -> None:
    wide = Factorization((2,) * 40)
    edges = sample_graph(wide, Factorization((2,) * 40), random(), connectivity=0.3).adjacency
    assert abs(edges.mean() - 0.3) < 5 * (0.3 * 0.7 / 1600) ** 0.5
    assert not sample_graph(INPUTS, OUTPUTS, random(), connectivity=0.0).adjacency.any()
    assert sample_graph(INPUTS, OUTPUTS, random(), connectivity=1.0).adjacency.all()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "give one of them"),
    ],
)
def test_unusable_options(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        sample_graph(INPUTS, OUTPUTS, random(), **options)
