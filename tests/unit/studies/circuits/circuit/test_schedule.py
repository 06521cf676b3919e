"""Rows of memory are reused, operations shared, and dead gates left out."""

import numpy as np
import pytest

from compsparse.studies.circuits.arithmetic.addition import sum_of_columns
from compsparse.studies.circuits.circuit import reference
from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.circuit.circuit import Circuit, from_gates
from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.circuit.schedule import schedule
from tests.unit.studies.circuits.random_circuits import random_circuit

OWN_ROWS = 3  # two of scratch, one of ones


def chain(kind: Kind, gates: int) -> Circuit:
    """Return gates each of which reads the one before and the first input."""
    made = [(kind, [0, 1 + gate]) for gate in range(gates)]
    return from_gates(2, made, [gates + 1])


def test_a_chain_needs_no_row_of_its_own() -> None:
    made = schedule(chain(Kind.AND, 50))
    assert made.rows == 2 + OWN_ROWS
    assert len(made.steps) == 50


def test_outputs_and_rows_that_are_still_read_are_kept() -> None:
    gates = [(Kind.NOT, [0]), (Kind.NOT, [2]), (Kind.XOR, [2, 1]), (Kind.OR, [3, 4])]
    circuit = from_gates(2, gates, [2, 0, 5, 2])
    bits = all_inputs(2)
    np.testing.assert_array_equal(
        PackedCircuit(circuit).evaluate_bits(bits), reference.evaluate(circuit, bits)
    )
    outputs = schedule(circuit).outputs
    assert outputs[0] == outputs[3] and len(set(outputs)) == 3


def test_dead_gates_cost_nothing() -> None:
    gates = [(Kind.AND, [0, 1]), (Kind.OR, [0, 1]), (Kind.NOT, [3])]
    made = schedule(from_gates(2, gates, [2]))
    assert [step[0] for step in made.steps] == [np.bitwise_and]


@pytest.mark.parametrize("swapped", [False, True])
def test_a_full_adder_takes_five_operations(swapped: bool) -> None:
    gates = [(Kind.XOR, [0, 1, 2]), (Kind.MAJORITY, [0, 1, 2])]
    circuit = from_gates(3, gates[::-1] if swapped else gates, [3, 4])
    assert len(schedule(circuit).steps) == 5
    bits = all_inputs(3)
    np.testing.assert_array_equal(
        PackedCircuit(circuit).evaluate_bits(bits), reference.evaluate(circuit, bits)
    )


def test_carry_save_shares_the_work_of_its_full_adders() -> None:
    builder = Builder(9)
    outputs = sum_of_columns(builder, [list(range(9))])
    circuit = builder.build(outputs)
    full = int((circuit.kinds == Kind.MAJORITY).sum())
    assert PackedCircuit(circuit).operations == 5 * full + circuit.size - 2 * full


@pytest.mark.parametrize("seed", range(30))
def test_gates_of_many_and_repeated_sources(seed: int) -> None:
    random = np.random.default_rng(seed)
    gates = []
    for gate in range(12):
        kind = [Kind.AND, Kind.OR, Kind.XOR, Kind.MAJORITY, Kind.XOR][int(random.integers(5))]
        arity = 3 if kind is Kind.MAJORITY else int(random.integers(1, 7))
        recent = random.integers(max(0, gate - 2), 4 + gate, size=arity)
        gates.append((kind, recent.tolist()))
    circuit = from_gates(4, gates, [15, 14])
    bits = all_inputs(4)
    np.testing.assert_array_equal(
        PackedCircuit(circuit).evaluate_bits(bits), reference.evaluate(circuit, bits)
    )


@pytest.mark.parametrize("seed", range(10))
def test_no_operation_reads_a_row_before_it_is_written(seed: int) -> None:
    circuit = random_circuit(seed, gates=60)
    made = schedule(circuit)
    written = {*range(circuit.inputs), made.ones}
    for _, first, second, target in made.steps:
        assert {first, second} <= written
        assert target != made.ones
        written.add(target)
    assert {*made.outputs} <= written
