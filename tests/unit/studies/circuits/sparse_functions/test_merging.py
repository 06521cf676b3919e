"""Merged levels compute the same, and ways to merge are counted."""

from collections.abc import Iterator

import numpy as np
import pytest

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.sparse_functions.merging import (
    TASKS,
    count_mergings,
    even_cuts,
    merged,
)


def mergings(levels: int) -> Iterator[list[int]]:
    """Yield the cuts of all 2^(levels - 1) ways to merge."""
    for chosen in range(2 ** (levels - 1)):
        yield [0, *(level for level in range(1, levels) if chosen >> (level - 1) & 1), levels]


@pytest.mark.parametrize("name", TASKS)
def test_every_way_to_merge_computes_the_function(name: str) -> None:
    task = TASKS[name]
    levels = 8 // task.fresh
    bits = all_inputs(8)
    expected = task.expected(bits)
    for cuts in mergings(levels):
        np.testing.assert_array_equal(merged(task, cuts).evaluate(bits), expected)


def test_the_functions_by_python() -> None:
    bits = all_inputs(6)
    for row, given in enumerate(bits.tolist()):
        first = sum(2**i for i in range(3) if given[2 * i])
        second = sum(2**i for i in range(3) if given[2 * i + 1])
        total = [bool((first + second) >> i & 1) for i in range(4)]
        assert TASKS["addition"].expected(bits)[row].tolist() == total
        assert TASKS["comparator"].expected(bits)[row].tolist() == [first > second]
        assert TASKS["parity"].expected(bits)[row].tolist() == [sum(given) % 2 == 1]


@pytest.mark.parametrize("name", TASKS)
@pytest.mark.parametrize("arity", [2, 3, 4, 5, 7])
def test_ways_are_counted_as_they_are_listed(name: str, arity: int) -> None:
    task = TASKS[name]
    levels = 10 // task.fresh
    listed = sum(merged(task, cuts).arity <= arity for cuts in mergings(levels))
    assert count_mergings(task, levels, arity) == listed


def test_tables_by_hand() -> None:
    adder = merged(TASKS["addition"], [0, 1, 3])
    # sum and carry of 2 bits; then sums of 3 and 5 variables and a carry of 5
    assert adder.entries == 4 + 4 + 8 + 32 + 32
    assert adder.constituents == 5
    assert adder.arity == 5
    assert merged(TASKS["parity"], [0, 4]).arity == 4


def test_even_cuts_end_with_what_is_left() -> None:
    assert even_cuts(7, 3) == [0, 3, 6, 7]
    assert even_cuts(4, 9) == [0, 4]
    assert len({tuple(cuts) for cuts in mergings(5)}) == 16


@pytest.mark.parametrize("cuts", [[0], [1, 3], [0, 2, 2]])
def test_cuts_that_do_not_rise_are_refused(cuts: list[int]) -> None:
    with pytest.raises(ValueError, match="do not rise"):
        merged(TASKS["parity"], cuts)
