"""Automata: paths, probabilities of their states, and which ones are drawn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compsparse.studies.circuits.local_steps.automata.automaton import Automaton, Kind, drawn, paths

PARITY = np.array([[0, 1], [1, 0]], dtype=np.uint8)


def test_parity_is_the_parity() -> None:
    strings = np.random.default_rng(0).integers(2, size=(50, 9), dtype=np.uint8)
    ends = paths(PARITY[None], strings)
    np.testing.assert_array_equal(ends[:, 1:], np.cumsum(strings, axis=1) % 2)
    assert not ends[:, 0].any()


@given(st.integers(0, 2**32 - 1))
def test_batches_of_automata_take_their_own_strings(seed: int) -> None:
    random = np.random.default_rng(seed)
    tables = random.integers(3, size=(2, 4, 3, 2), dtype=np.uint8)
    strings = random.integers(2, size=(2, 4, 5), dtype=np.uint8)
    together = paths(tables, strings)
    for run in range(2):
        for size in range(4):
            state = 0
            for time, symbol in enumerate(strings[run, size]):
                state = int(tables[run, size, state, symbol])
                assert together[run, size, time + 1] == state
    shared = paths(tables[:, :, None], strings[:, :1, None])
    np.testing.assert_array_equal(shared[:, 0, 0], together[:, 0])


def test_probabilities_of_states() -> None:
    automaton = Automaton(PARITY)
    np.testing.assert_allclose(automaton.shares(2), [[1, 0], [0.5, 0.5], [0.5, 0.5]])
    assert automaton.chance(4) == 0.5
    assert automaton.visits(4) == 1.5  # state 1, at times 1 to 3
    trap = Automaton(np.array([[0, 0], [1, 1]], dtype=np.uint8))
    assert trap.chance(5) == 1.0
    assert trap.visits(5) == 0.0


def test_shares_are_the_frequencies_of_random_strings() -> None:
    random = np.random.default_rng(4)
    automaton = drawn(random, "maps", 5, 3, 8, 0.05, 0.9)
    strings = random.integers(3, size=(20_000, 8), dtype=np.uint8)
    ends = paths(automaton.follows[None], strings)[:, -1]
    frequencies = np.bincount(ends, minlength=5) / len(ends)
    np.testing.assert_allclose(frequencies, automaton.shares(8)[-1], atol=0.015)


@pytest.mark.parametrize("kind", ["maps", "permutations"])
def test_every_state_of_a_drawn_automaton_matters(kind: Kind) -> None:
    for seed in range(20):
        automaton = drawn(np.random.default_rng(seed), kind, 5, 3, 20, 0.3, 0.6)
        assert automaton.visits(20) >= 0.3
        assert automaton.chance(20) <= 0.6
        if kind == "permutations":
            sorted_columns = np.sort(automaton.follows, axis=0)
            np.testing.assert_array_equal(sorted_columns, np.arange(5)[:, None].repeat(3, axis=1))


def test_demands_that_nothing_meets_are_told() -> None:
    with pytest.raises(ValueError, match="lower the former or raise the latter"):
        drawn(np.random.default_rng(0), "maps", 4, 2, 2, 1.0, 0.6)
