"""Boolean to threshold circuits and back to bounded fan-in: the function stays, step by step."""

import numpy as np
import pytest

from compsparse.studies.circuits.circuit import reference
from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.circuit import from_gates
from compsparse.studies.circuits.circuit.copying import simplified
from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.threshold.bounded import binary_columns, bounded_fan_in
from compsparse.studies.circuits.threshold.from_boolean import threshold_circuit
from compsparse.studies.circuits.threshold.threshold_circuit import ThresholdGate
from compsparse.studies.circuits.threshold.threshold_circuit import (
    from_gates as from_threshold_gates,
)
from tests.unit.studies.circuits.random_circuits import random_circuit
from tests.unit.studies.circuits.threshold.random_threshold_circuits import (
    random_threshold_circuit,
)


@pytest.mark.parametrize("seed", range(30))
def test_steps_two_and_three_keep_the_function(seed: int) -> None:
    circuit = random_circuit(seed, inputs=1 + seed % 6, gates=1 + 2 * seed)
    bits = all_inputs(circuit.inputs)
    expected = reference.evaluate(circuit, bits)
    threshold = threshold_circuit(circuit)
    np.testing.assert_array_equal(threshold.evaluate_bits(bits), expected)
    bounded = bounded_fan_in(threshold)
    np.testing.assert_array_equal(PackedCircuit(bounded).evaluate_bits(bits), expected)
    assert bounded.fan_in <= 3


@pytest.mark.parametrize("seed", range(40))
def test_bounding_the_fan_in_keeps_the_function_of_any_weights(seed: int) -> None:
    threshold = random_threshold_circuit(seed, largest=1 + seed)
    bits = all_inputs(threshold.inputs)
    expected = threshold.evaluate_bits(bits)
    bounded = bounded_fan_in(threshold)
    np.testing.assert_array_equal(PackedCircuit(bounded).evaluate_bits(bits), expected)
    small = simplified(bounded)
    np.testing.assert_array_equal(PackedCircuit(small).evaluate_bits(bits), expected)
    assert small.size <= bounded.size
    assert bounded.fan_in <= 3


@pytest.mark.parametrize("arity", range(1, 8))
def test_gates_of_every_arity(arity: int) -> None:
    kinds = [Kind.AND, Kind.OR, Kind.XOR, *([Kind.MAJORITY] if arity == 3 else [])]
    for kind in kinds:
        circuit = from_gates(arity, [(kind, list(range(arity)))], [arity])
        threshold = threshold_circuit(circuit)
        bits = all_inputs(arity)
        expected = reference.evaluate(circuit, bits)
        np.testing.assert_array_equal(threshold.evaluate_bits(bits), expected)
        assert threshold.size == (1 + arity // 2 if kind is Kind.XOR else 1)
        assert threshold.depth <= 2


def test_not_needs_threshold_zero_and_the_printed_one_is_always_false() -> None:
    circuit = from_gates(1, [(Kind.NOT, [0])], [1])
    bits = all_inputs(1)
    threshold = threshold_circuit(circuit)
    assert threshold.thresholds.tolist() == [0]
    assert threshold.evaluate_bits(bits)[:, 0].tolist() == [True, False]
    printed = from_threshold_gates(1, [ThresholdGate([0], [-1], 1)], [1])
    assert printed.evaluate_bits(bits)[:, 0].tolist() == [False, False]


def test_an_adder_is_built_even_for_two_inputs() -> None:
    circuit = from_gates(2, [(Kind.OR, [0, 1])], [2])
    bounded = bounded_fan_in(threshold_circuit(circuit))
    assert [Kind(kind) for kind in bounded.kinds] == [Kind.XOR, Kind.AND, Kind.OR]
    # folding knows single gates, not that two sums are an OR
    assert simplified(bounded).size == 3


def test_constants_and_weights_of_zero() -> None:
    gates = [
        ThresholdGate([], [], 0),
        ThresholdGate([], [], 1),
        ThresholdGate([0], [0], 0),
        ThresholdGate([0], [0], 1),
        ThresholdGate([0, 0], [3, -3], 0),
    ]
    bounded = bounded_fan_in(from_threshold_gates(1, gates, [1, 2, 3, 4, 5]))
    expected = [[True, False, True, False, True]] * 2
    assert PackedCircuit(bounded).evaluate_bits(all_inputs(1)).tolist() == expected


def test_columns_of_weights() -> None:
    assert binary_columns([(5, 7), (2, 8), (1, 9)]) == [[7, 9], [8], [7]]
    assert binary_columns([]) == []
