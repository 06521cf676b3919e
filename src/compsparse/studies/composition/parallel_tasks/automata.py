"""Finite automata as tables, run symbol by symbol.

Document 003, Part II, 'Efficiently parallelizable tasks'. A table has a row for each symbol: the
next state of each state. A *window* of r symbols from index i is the map of states of the symbols
i, i + 1, ..., i + r - 1, with indices modulo the length of the word, as for hops in k-fold
composition.
"""

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.composition.task.hops import doubled

Table = Int64[np.ndarray, "symbol state"]


def prefix_states(table: Table, start: int, word: Int64[np.ndarray, " t"]) -> list[int]:
    """Return the states after 1, 2, ..., T symbols, computed sequentially."""
    states, state = [], start
    for symbol in word:
        state = int(table[symbol, state])
        states.append(state)
    return states


def windows(
    single: Int64[np.ndarray, "*batch index state"],
) -> list[Int64[np.ndarray, "*batch index state"]]:
    """Return the windows of 1, 2, 4, ..., T symbols from every index; T must be a power of two.

    Args:
        single: the map of the symbol at each index.
    """
    found, number = [single], 1
    while 2 * number <= single.shape[-2]:
        found.append(doubled(found[-1], number))
        number *= 2
    return found


def permutes(table: Table) -> bool:
    """Return whether every symbol permutes the states, so that no two are ever merged."""
    states = np.arange(table.shape[1])
    return bool(np.all(np.sort(table, axis=1) == states))


def best_guess(table: Table, length: int) -> float:
    """Return the accuracy of the best guess that knows the initial state and no symbol.

    The mean over initial states; the word has ``length`` independent uniform symbols.
    """
    symbols, states = table.shape
    step = np.zeros((states, states))
    for symbol in range(symbols):
        np.add.at(step, (np.arange(states), table[symbol]), 1 / symbols)
    after: Float64[np.ndarray, "state state"] = np.linalg.matrix_power(step, length)
    return float(after.max(axis=1).mean())
