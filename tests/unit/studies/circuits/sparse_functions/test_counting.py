"""Functions listed by size, and Shannon's count of them."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from compsparse.studies.circuits.sparse_functions.circuit_sizes import functions_by_size
from compsparse.studies.circuits.sparse_functions.counting import (
    functions_with,
    functions_within,
    least_gates,
)
from compsparse.studies.circuits.sparse_functions.formula_sizes import formula_sizes


def listed(inputs: int, gates: int) -> list[int]:
    return [2 * len(functions) for functions in functions_by_size(inputs, gates)]


def by_all_gates(inputs: int, gates: int) -> list[int]:
    """Return numbers of functions by size from all gates on all sets: slow, and the definition."""
    size = 2**inputs
    full = 2**size - 1
    variables = [sum((x >> i & 1) << x for x in range(size)) for i in range(inputs)]
    free = frozenset([0, full, *variables, *(full ^ table for table in variables)])
    least = dict.fromkeys(free, 0)
    sets = {frozenset[int]()}
    for count in range(1, gates + 1):
        longer = set()
        for made in sets:
            wires = sorted(free | made | {full ^ table for table in made})
            for first, second in combinations(wires, 2):
                for table in (first & second, first ^ second):
                    least.setdefault(table, count)
                    least.setdefault(full ^ table, count)
                    if table not in wires:
                        longer.add(made | {table})
        sets = longer
    return np.bincount(list(least.values())).tolist()


def test_circuits_of_three_inputs_by_the_definition() -> None:
    assert listed(2, 1) == by_all_gates(2, 1) == [6, 10]
    assert listed(3, 2) == by_all_gates(3, 2) == [8, 30, 114]


def test_formulas_and_circuits_of_three_inputs_are_of_one_size() -> None:
    sizes = formula_sizes(3)
    for gates, functions in enumerate(functions_by_size(3, 4)):
        assert (sizes[functions >> 1] == gates).all()
    assert (2 * np.bincount(sizes)).tolist() == [8, 30, 114, 80, 24]


def test_one_gate_makes_ten_functions_of_each_pair() -> None:
    for inputs in (2, 3, 4, 5):
        assert listed(inputs, 1)[1] == functions_with(inputs, 1, 2) == 10 * comb(inputs, 2)


def test_the_count_is_never_exceeded() -> None:
    for inputs, gates in ((3, 4), (4, 3), (5, 3)):
        for size, count in enumerate(listed(inputs, gates)):
            assert count <= functions_with(inputs, size, 2) <= functions_with(inputs, size, 3)


def test_the_count_with_three_sources_by_hand() -> None:
    # 218 functions of three wires and 10 of each pair of them, all with one gate
    assert functions_with(3, 1, 3) == 218 + 3 * 10
    assert functions_with(3, 0, 3) == 8
    assert functions_within(3, 1, 3) == 256


def test_the_count_by_hand() -> None:
    # 3 gates on 3 inputs: each 5 functions of 10 pairs, 2! orders of the gates but the output
    assert functions_with(3, 3, 2) == 2 * (5 * 10) ** 3 // 2
    assert functions_with(2, 2, 2) == 2 * (5 * 3) ** 2


def test_within_is_no_less_than_the_sum() -> None:
    for gates in range(1, 12):
        total = sum(functions_with(6, size, 2) for size in range(gates + 1))
        assert functions_within(6, gates, 2) >= total


@pytest.mark.parametrize("inputs", range(2, 11))
def test_the_least_gates_are_where_the_count_reaches_half(inputs: int) -> None:
    for fan_in in (2, 3):
        gates = least_gates(inputs, fan_in)
        assert 2 * functions_within(inputs, gates, fan_in) >= 2**2**inputs
        assert gates == 0 or 2 * functions_within(inputs, gates - 1, fan_in) < 2**2**inputs


def test_what_cannot_be_listed_or_counted_is_refused() -> None:
    with pytest.raises(ValueError, match="fan_in is 4"):
        functions_with(3, 1, 4)
    with pytest.raises(ValueError, match="1 to 4"):
        formula_sizes(5)
    with pytest.raises(ValueError, match="2 to 5"):
        functions_by_size(6, 2)
    with pytest.raises(ValueError, match="at least 1 gate"):
        functions_by_size(3, 0)
