"""Sizes of smallest formulas: circuits in which no gate is read twice, over all gates of two wires.

A function that is false where all inputs are false is called normal; the others are negations,
which cost nothing. Smallest formulas join smallest formulas by the five normal gates (Knuth, The
Art of Computer Programming 4A, 7.1.2, Algorithm L).
"""

import numpy as np
from jaxtyping import Bool, Int8, UInt, UInt64

from compsparse.studies.circuits.circuit.bits import all_inputs, numbers_of

UNKNOWN = -1
LARGEST = 4  # inputs: five have 2^31 normal functions
_BLOCK = 2**20  # pairs of functions joined at once


def input_functions(inputs: int) -> UInt64[np.ndarray, " input"]:
    """Return the tables of the inputs as whole numbers; bit x is the value at input number x."""
    return numbers_of(all_inputs(inputs).T)


def joined(
    first: UInt[np.ndarray, "*shape"], second: UInt[np.ndarray, "*shape"]
) -> list[np.ndarray]:
    """Return what the five normal gates make of normal functions."""
    both = first & second
    either = first | second
    return [both, first ^ both, second ^ both, either, first ^ second]


def formula_sizes(inputs: int) -> Int8[np.ndarray, " function"]:
    """Return the number of gates of a smallest formula of each normal function.

    A normal function has the number of its table (bit x is the value at input number x) over 2.
    """
    if not 1 <= inputs <= LARGEST:
        raise ValueError(f"Formulas of {inputs} inputs; 1 to {LARGEST} can be listed.")
    sizes = np.full(2 ** (2**inputs - 1), UNKNOWN, dtype=np.int8)
    sizes[0] = 0
    sizes[input_functions(inputs) >> np.uint64(1)] = 0
    by_size = [input_functions(inputs)]
    while (sizes == UNKNOWN).any():
        gates = len(by_size)
        reached = np.zeros(len(sizes), dtype=bool)
        # the last gate joins two formulas with one gate fewer in total; each pair of sizes once
        for left in range((gates + 1) // 2):
            _mark(reached, by_size[left], by_size[gates - 1 - left])
        new = np.flatnonzero(reached & (sizes == UNKNOWN))
        sizes[new] = gates
        by_size.append(new.astype(np.uint64) << np.uint64(1))
    return sizes


def _mark(
    reached: Bool[np.ndarray, " function"],
    few: UInt64[np.ndarray, " left"],
    many: UInt64[np.ndarray, " right"],
) -> None:
    """Mark the functions that one gate makes of a function of each of two sizes."""
    rows = max(1, _BLOCK // max(len(many), 1))
    for start in range(0, len(few), rows):
        first, second = np.broadcast_arrays(few[start : start + rows, None], many[None])
        for functions in joined(first, second):
            reached[functions >> np.uint64(1)] = True
