"""The comparator against whole numbers, on all inputs and constants around the range."""

import numpy as np
import pytest

from compsparse.studies.circuits.arithmetic.addition import at_least
from compsparse.studies.circuits.circuit import reference
from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.builder import Builder


@pytest.mark.parametrize("fold", [False, True])
@pytest.mark.parametrize("places", range(6))
def test_at_least_a_constant(places: int, fold: bool) -> None:
    constants = [*range(-3, 2**places + 3), 2**70]
    builder = Builder(places, fold=fold)
    outputs = [at_least(builder, range(places), constant) for constant in constants]
    circuit = builder.build(outputs)
    truths = reference.evaluate(circuit, all_inputs(places))
    expected = [[number >= constant for constant in constants] for number in range(2**places)]
    np.testing.assert_array_equal(truths, expected)
    assert circuit.fan_in <= 2


def test_one_gate_per_place_above_the_lowest_one_of_the_constant() -> None:
    builder = Builder(5)
    at_least(builder, range(5), 0b00100)
    assert builder.size == 2
