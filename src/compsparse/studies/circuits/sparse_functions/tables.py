"""Truth tables of constituents: entry x is the value where variable i has bit i of x."""

import numpy as np
from jaxtyping import Bool, Int64


def variables_of(table: Bool[np.ndarray, " entry"]) -> int:
    """Return the number of variables of a table."""
    variables = len(table).bit_length() - 1
    if len(table) != 2**variables:
        raise ValueError(f"A table of {len(table)} entries has not 2^k of them; give all values.")
    return variables


def essential(tables: Bool[np.ndarray, "table entry"]) -> Bool[np.ndarray, "table variable"]:
    """Say for each table and variable whether the value can depend on that variable."""
    count, entries = tables.shape
    marks = np.zeros((count, variables_of(np.zeros(entries, dtype=bool))), dtype=bool)
    for variable in range(marks.shape[1]):
        halves = tables.reshape(count, -1, 2, 2**variable)
        marks[:, variable] = (halves[:, :, 0] != halves[:, :, 1]).any(axis=(1, 2))
    return marks


def restricted(
    table: Bool[np.ndarray, " entry"],
) -> tuple[Int64[np.ndarray, " variable"], Bool[np.ndarray, " kept"]]:
    """Return the variables that a function depends on, and its table in these alone."""
    kept = np.flatnonzero(essential(table[None])[0])
    entries = np.arange(2 ** len(kept))
    # the other variables have no effect: they are set to 0
    places = sum(
        ((entries >> bit & 1) << variable for bit, variable in enumerate(kept)), entries * 0
    )
    return kept, table[places]


def random_tables(
    count: int, variables: int, random: np.random.Generator
) -> Bool[np.ndarray, "table entry"]:
    """Draw tables uniformly among those that depend on all of their variables."""
    found = np.empty((0, 2**variables), dtype=bool)
    while len(found) < count:
        # at least 10 of 16 tables of two variables depend on both, and more of larger ones
        drawn = random.integers(2, size=(2 * count + 4, 2**variables)).astype(bool)
        found = np.concatenate([found, drawn[essential(drawn).all(axis=1)]])
    return found[:count]
