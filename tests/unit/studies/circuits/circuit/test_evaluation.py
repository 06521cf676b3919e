"""The packed evaluator against the definition, on random circuits and any number of inputs."""

import numpy as np
import pytest

from compsparse.studies.circuits.circuit import packed, reference
from compsparse.studies.circuits.circuit.bits import all_inputs, bits_of, numbers_of, unpacked
from compsparse.studies.circuits.circuit.bits import packed as pack
from compsparse.studies.circuits.circuit.circuit import from_gates
from compsparse.studies.circuits.circuit.gates import Kind, value
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from tests.unit.studies.circuits.random_circuits import random_circuit


@pytest.mark.parametrize("seed", range(40))
def test_packed_and_reference_agree_on_random_circuits(seed: int) -> None:
    circuit = random_circuit(seed, inputs=1 + seed % 8, gates=1 + 3 * seed)
    bits = all_inputs(circuit.inputs)
    np.testing.assert_array_equal(
        PackedCircuit(circuit).evaluate_bits(bits), reference.evaluate(circuit, bits)
    )


@pytest.mark.parametrize("inputs", [0, 1, 63, 64, 65, 200])
def test_any_number_of_inputs_packs(inputs: int) -> None:
    circuit = random_circuit(3)
    bits = np.random.default_rng(0).random((inputs, circuit.inputs)) < 0.5
    expected = reference.evaluate(circuit, bits)
    np.testing.assert_array_equal(PackedCircuit(circuit).evaluate_bits(bits), expected)


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    circuit = random_circuit(4)
    bits = np.random.default_rng(0).random((1000, circuit.inputs)) < 0.5
    whole = PackedCircuit(circuit).evaluate_bits(bits)
    monkeypatch.setattr(packed, "_MOST_WORDS", 3)
    np.testing.assert_array_equal(PackedCircuit(circuit).evaluate_bits(bits), whole)


def test_a_circuit_without_gates_hands_inputs_on() -> None:
    bits = all_inputs(2)
    circuit = PackedCircuit(from_gates(2, [], [1, 0]))
    np.testing.assert_array_equal(circuit.evaluate_bits(bits), bits[:, ::-1])
    assert PackedCircuit(from_gates(0, [], [])).evaluate_bits(all_inputs(0)).shape == (1, 0)


def test_a_wrong_number_of_rows_is_refused() -> None:
    circuit = from_gates(2, [(Kind.AND, [0, 1])], [2])
    with pytest.raises(ValueError, match="2 inputs, but got 3 rows"):
        PackedCircuit(circuit).evaluate(np.zeros((3, 1), dtype=np.uint64))


def test_bits_and_numbers_are_inverse() -> None:
    bits = all_inputs(9)
    assert bits[5].tolist() == [True, False, True] + [False] * 6
    np.testing.assert_array_equal(numbers_of(bits), np.arange(512))
    np.testing.assert_array_equal(bits_of(numbers_of(bits), 9), bits)
    np.testing.assert_array_equal(unpacked(pack(bits), len(bits)), bits)


def test_limits_of_bits() -> None:
    with pytest.raises(ValueError, match="at most 24"):
        all_inputs(25)
    with pytest.raises(ValueError, match="65 bits"):
        numbers_of(np.zeros((1, 65), dtype=bool))


def test_truth_of_the_gates() -> None:
    assert [value(Kind.NOT, [bit]) for bit in (False, True)] == [True, False]
    for pattern in all_inputs(3).tolist():
        true = sum(pattern)
        assert value(Kind.AND, pattern) == (true == 3)
        assert value(Kind.OR, pattern) == (true >= 1)
        assert value(Kind.XOR, pattern) == (true in (1, 3))
        assert value(Kind.MAJORITY, pattern) == (true >= 2)
    assert value(Kind.ONE, []) and not value(Kind.ZERO, [])
