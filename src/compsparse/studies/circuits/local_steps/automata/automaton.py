"""Deterministic finite automata: the state after a string of symbols, beginning in state 0."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float64, UInt8

START = 0

Kind = Literal["maps", "permutations"]
_ATTEMPTS = 10_000

# leading axes are broadcast
Tables = UInt8[np.ndarray, "*automaton state symbol"]
Strings = UInt8[np.ndarray, "*string time"]


@dataclass(frozen=True)
class Automaton:
    """The state that follows a state and a symbol; all symbols are equally likely."""

    follows: UInt8[np.ndarray, "state symbol"]

    def shares(self, length: int) -> Float64[np.ndarray, "time state"]:
        """Return the probability of each state after 0 .. length symbols."""
        states, symbols = self.follows.shape
        moves = np.zeros((states, states))
        np.add.at(moves, (np.arange(states)[:, None], self.follows), 1 / symbols)
        start = np.zeros(states)
        start[START] = 1.0
        shares = [start]
        for _ in range(length):
            shares.append(shares[-1] @ moves)
        return np.array(shares)

    def chance(self, length: int) -> float:
        """Return the probability of the most frequent last state of strings of a length."""
        return float(self.shares(length)[-1].max())

    def visits(self, length: int) -> float:
        """Return how often, on average, a string of a length leaves the least visited state."""
        return float(self.shares(length)[:-1].sum(axis=0).min())


def paths(tables: Tables, strings: Strings) -> UInt8[np.ndarray, "*path time_and_start"]:
    """Return the states of automata along strings, the first 0; axes of size 1 are repeated."""
    batch = np.broadcast_shapes(tables.shape[:-2], strings.shape[:-1])
    given = np.broadcast_to(strings, (*batch, strings.shape[-1]))
    rows = np.broadcast_to(np.arange(tables[..., 0, 0].size).reshape(tables.shape[:-2]), batch)
    flat = tables.reshape(-1, *tables.shape[-2:])
    state = np.full(batch, START, dtype=np.uint8)
    states = [state]
    for time in range(strings.shape[-1]):
        states.append(flat[rows, states[-1], given[..., time]])
    return np.stack(states, axis=-1)


def drawn(
    random: np.random.Generator,
    kind: Kind,
    states: int,
    symbols: int,
    length: int,
    least_visits: float,
    largest_chance: float,
) -> Automaton:
    """Draw an automaton in which every state matters.

    With ``maps`` all successors are drawn independently; with ``permutations`` each symbol permutes
    the states, so that no symbol is ever forgotten. A string of ``length`` leaves each state at
    least ``least_visits`` times on average, and ends in none more often than ``largest_chance``.
    """
    for _ in range(_ATTEMPTS):
        if kind == "permutations":
            columns = [random.permutation(states) for _ in range(symbols)]
            follows = np.stack(columns, axis=1).astype(np.uint8)
        else:
            follows = random.integers(states, size=(states, symbols), dtype=np.uint8)
        automaton = Automaton(follows)
        fits = automaton.visits(length) >= least_visits
        if fits and automaton.chance(length) <= largest_chance:
            return automaton
    raise ValueError(
        f"None of {_ATTEMPTS} automata of {states} states and {symbols} symbols ({kind}) leaves "
        f"each state {least_visits} times in {length} steps and has no last state more often than "
        f"{largest_chance}; lower the former or raise the latter."
    )
