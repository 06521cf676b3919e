"""Deterministic finite automata: the state after a string of symbols, beginning in state 0."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_type_hints

import numpy as np
from jaxtyping import Float64, Int64, UInt8

from workflow_engine.artifacts import errors, named_axes
from workflow_engine.artifacts.arrays import read_arrays

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


@dataclass(frozen=True)
class Tasks:
    """An automaton for each run, with strings."""

    follows: UInt8[np.ndarray, "run state symbol"]
    training: UInt8[np.ndarray, "run string time"]
    test: UInt8[np.ndarray, "run test_string test_time"]

    def __post_init__(self) -> None:
        _require_below("follows", self.follows, self.follows.shape[1])
        for name in ("training", "test"):
            _require_below(name, getattr(self, name), self.follows.shape[2])


@dataclass(frozen=True)
class Grown:
    """Trees of each run, by the number of training strings."""

    sizes: Int64[np.ndarray, " size"]  # strings
    follows: UInt8[np.ndarray, "run size state symbol"]  # predicted by the tree of steps
    leaves: Int64[np.ndarray, "run size"]  # of that tree
    end_accuracy: Float64[np.ndarray, "run size"]  # of the tree that reads the whole string

    def __post_init__(self) -> None:
        _require_below("follows", self.follows, self.follows.shape[2])
        if not ((self.end_accuracy >= 0) & (self.end_accuracy <= 1)).all():
            raise ValueError("end_accuracy has values outside 0 .. 1.")


def grown_arrays(all_grown: Sequence[Grown]) -> dict[str, np.ndarray]:
    """Return the arrays of a file that ``read_grown`` reads."""
    return {
        f"{index}.{name}": array
        for index, grown in enumerate(all_grown)
        for name, array in named_axes.arrays_of(grown).items()
    }


def read_grown(path: Path, tasks: int) -> list[Grown]:
    """Return the trees of each task, named by its number."""
    names = get_type_hints(Grown)
    # one task at a time: automata differ in size
    wanted = [{f"{task}.{name}": kind for name, kind in names.items()} for task in range(tasks)]
    found, needed = len(read_arrays(path)), tasks * len(names)
    read = [named_axes.read_named_axes(path, kinds).values() for kinds in wanted]
    if found != needed:
        raise errors.ArtifactError(path, f"It has {found} arrays; {tasks} tasks have {needed}.")
    try:
        return [Grown(*arrays) for arrays in read]
    except ValueError as error:
        raise errors.ArtifactError(path, str(error)) from None


def _require_below(name: str, array: np.ndarray, limit: int) -> None:
    if array.max() >= limit:
        raise ValueError(f"{name} has a {array.max()}; all must be below {limit}.")
