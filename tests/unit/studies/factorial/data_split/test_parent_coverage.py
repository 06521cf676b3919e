import numpy as np
import pytest

from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_model.graph import FactorGraph, sample_graph
from compsparse.studies.factorial.data_split.parent_coverage import covered, expected_covered_share

TWO_PARENTS = FactorGraph(Factorization((2, 2, 2)), Factorization((3, 3)), ((0, 1), (2,)))


def test_an_input_needs_every_parent_state() -> None:
    states = TWO_PARENTS.parent_states(np.arange(8))
    seen = np.zeros(8, dtype=np.bool_)
    seen[[0, 7]] = True  # coordinates 000 and 111: states (00, 0) and (11, 1)
    assert np.flatnonzero(covered(states, seen)).tolist() == [0, 3, 4, 7]


def test_seen_inputs_are_covered_and_nothing_else_without_any() -> None:
    states = TWO_PARENTS.parent_states(np.arange(8))
    for token in range(8):
        assert covered(states, np.arange(8) == token)[token]
    assert not covered(states, np.zeros(8, dtype=np.bool_)).any()


def test_expected_share_agrees_with_random_splits() -> None:
    random = np.random.default_rng(4)
    graph = sample_graph(Factorization((2,) * 6), Factorization((8, 8)), random, parents=3)
    states = graph.parent_states(np.arange(64))
    shares = []
    for _ in range(2000):
        seen = np.isin(np.arange(64), random.permutation(64)[:9])
        shares.append(covered(states, seen)[~seen].mean())
    error = np.std(shares) / np.sqrt(len(shares))
    assert expected_covered_share(graph, 9) == pytest.approx(np.mean(shares), abs=4 * error)
    assert error < 0.01


def test_more_seen_inputs_cover_more() -> None:
    shares = [expected_covered_share(TWO_PARENTS, seen) for seen in range(8)]
    assert shares[0] == 0
    assert shares == sorted(shares)
    assert shares[-1] == 1  # one unseen input; another one has each of its states


def test_a_state_of_a_single_input_is_never_covered() -> None:
    graph = FactorGraph(Factorization((2, 3)), Factorization((2,)), ((0, 1),))
    assert [expected_covered_share(graph, seen) for seen in range(6)] == [0] * 6
