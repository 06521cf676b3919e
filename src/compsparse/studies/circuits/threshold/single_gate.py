"""Which Boolean functions a single threshold gate computes, and why not the others.

Document 000, slide 'Proof', step 2. Weights show that a function is a threshold gate; two true and
two false inputs of equal sum (2-summability) show that it is none, as any weights give both pairs
the same total. Bit x of a function's number is its value at input x.
"""

from itertools import combinations

import numpy as np
from jaxtyping import Bool, Int64

from compsparse.studies.circuits.circuit.bits import all_inputs

MOST_INPUTS = 4  # 2^16 functions; of five inputs there are 2^32


def single_gate_functions(inputs: int, largest_weight: int) -> Bool[np.ndarray, " function"]:
    """Say for each function whether a gate with integer weights up to a size computes it."""
    found = np.zeros(_functions(inputs), dtype=bool)
    axis = np.arange(-largest_weight, largest_weight + 1)
    weights = np.stack(np.meshgrid(*([axis] * inputs), indexing="ij"), axis=-1).reshape(-1, inputs)
    sums = weights @ all_inputs(inputs).T.astype(np.int64)
    for threshold in range(int(sums.min()), int(sums.max()) + 2):
        found[numbers_of_values(sums >= threshold)] = True
    return found


def summable_functions(inputs: int) -> Bool[np.ndarray, " function"]:
    """Say for each function whether two true and two false inputs have the same sum, bit by bit."""
    functions = np.arange(_functions(inputs), dtype=np.int64)
    summable = np.zeros(len(functions), dtype=bool)
    pairs: dict[tuple[int, ...], list[int]] = {}
    points = all_inputs(inputs).astype(int)
    for first, second in combinations(range(len(points)), 2):
        total = tuple((points[first] + points[second]).tolist())
        pairs.setdefault(total, []).append(1 << first | 1 << second)
    for equal in pairs.values():
        for first, second in combinations(equal, 2):
            for true, false in ((first, second), (second, first)):
                summable |= (functions & true == true) & (functions & false == 0)
    return summable


def numbers_of_values(values: Bool[np.ndarray, "function input"]) -> Int64[np.ndarray, " function"]:
    """Return the numbers of functions that are given by their values at all inputs."""
    return np.asarray(values @ (1 << np.arange(values.shape[1], dtype=np.int64)))


def _functions(inputs: int) -> int:
    if not 1 <= inputs <= MOST_INPUTS:
        raise ValueError(
            f"The functions of {inputs} inputs cannot all be listed; take 1 to {MOST_INPUTS}."
        )
    return 1 << (1 << inputs)
