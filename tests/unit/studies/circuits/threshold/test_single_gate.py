"""Functions that are a single threshold gate, and proofs that others are none."""

import numpy as np
import pytest

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.threshold.single_gate import (
    numbers_of_values,
    single_gate_functions,
    summable_functions,
)


def test_numbers_of_functions_have_the_values_as_bits() -> None:
    values = np.array([[False, True, False, False], [True, True, False, True]])
    assert numbers_of_values(values).tolist() == [0b0010, 0b1011]


def test_of_two_inputs_all_but_xor_and_its_negation_are_gates() -> None:
    missing = np.flatnonzero(~single_gate_functions(2, 1)).tolist()
    assert missing == [0b0110, 0b1001]
    assert np.flatnonzero(summable_functions(2)).tolist() == missing


def test_small_weights_miss_gates_and_are_not_excluded_by_a_proof() -> None:
    # of three inputs, x AND (y OR z) needs a weight of 2
    found, excluded = single_gate_functions(3, 1), summable_functions(3)
    assert found.sum() < 104
    assert not (found & excluded).any()
    bits = all_inputs(3)
    needs_two = int(numbers_of_values((bits[:, 0] & (bits[:, 1] | bits[:, 2]))[None])[0])
    assert not found[needs_two] and not excluded[needs_two]
    assert single_gate_functions(3, 2)[needs_two]


@pytest.mark.parametrize("seed", range(20))
def test_random_gates_are_among_the_functions_and_never_excluded(seed: int) -> None:
    random = np.random.default_rng(seed)
    weights = random.normal(size=4)
    values = all_inputs(4) @ weights >= random.normal()
    number = int(numbers_of_values(values[None])[0])
    assert single_gate_functions(4, 3)[number]
    assert not summable_functions(4)[number]


@pytest.mark.parametrize("inputs", [0, 5])
def test_too_many_inputs_are_refused(inputs: int) -> None:
    with pytest.raises(ValueError, match=f"functions of {inputs} inputs cannot"):
        single_gate_functions(inputs, 1)
    with pytest.raises(ValueError, match=f"functions of {inputs} inputs cannot"):
        summable_functions(inputs)
