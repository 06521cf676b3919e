"""Known numbers of Boolean functions by the size of their smallest circuit and formula.

Knuth, The Art of Computer Programming 4A, Section 7.1.2: gates are all functions of two wires.
"""

import numpy as np

from compsparse.studies.circuits.sparse_functions.circuit_sizes import functions_by_size
from compsparse.studies.circuits.sparse_functions.formula_sizes import formula_sizes
from compsparse.studies.circuits.sparse_functions.merging import TASKS, count_mergings


def test_formulas_of_all_functions_of_four_inputs() -> None:
    counts = (2 * np.bincount(formula_sizes(4))).tolist()
    assert counts == [10, 60, 456, 2474, 10624, 24184, 24640, 3088]
    assert sum(counts) == 2**16


def test_circuits_of_functions_of_four_and_five_inputs() -> None:
    four = [2 * len(functions) for functions in functions_by_size(4, 4)]
    assert four == [10, 60, 456, 2474, 10624]
    five = [2 * len(functions) for functions in functions_by_size(5, 3)]
    assert five == [12, 100, 1140, 11570]


def test_ways_to_merge_levels_are_fibonacci_numbers() -> None:
    # constituents of a comparator with 5 variables have one or two levels
    ways = [count_mergings(TASKS["comparator"], levels, 5) for levels in range(1, 9)]
    assert ways == [1, 2, 3, 5, 8, 13, 21, 34]
