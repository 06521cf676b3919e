"""Programs of circuits, and their sequences of tokens."""

import numpy as np
import pytest

from compsparse.studies.circuits.circuit import reference
from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.circuit.copying import simplified
from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.machine_circuits.pipeline import pipeline
from compsparse.studies.circuits.machines.library import PROGRAMS
from compsparse.studies.circuits.next_token.program import carries, coded, program_of, sequences
from compsparse.studies.circuits.next_token.tasks import (
    circuit_of,
    family,
    machine_task,
)
from tests.unit.studies.circuits.random_circuits import random_circuit


@pytest.mark.parametrize("seed", range(60))
def test_any_circuit_becomes_a_program_of_its_function(seed: int) -> None:
    circuit = random_circuit(seed, inputs=2 + seed % 4, gates=1 + seed)
    program, bits = program_of(circuit), all_inputs(circuit.inputs)
    tokens = sequences(program, bits)
    np.testing.assert_array_equal(tokens[:, : circuit.inputs], bits)
    np.testing.assert_array_equal(tokens[:, program.outputs], reference.evaluate(circuit, bits))
    parities = circuit.fan_ins[circuit.kinds == Kind.XOR]
    assert program.size <= circuit.size + (parities // 2).sum()


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_circuits_of_machines_become_programs(name: str) -> None:
    machine = PROGRAMS[name]
    circuit = pipeline(machine, 4).bounded
    program, bits = program_of(circuit), all_inputs(4)
    np.testing.assert_array_equal(
        sequences(program, bits)[:, program.outputs], reference.evaluate(circuit, bits)
    )


def test_equal_gates_are_one_token() -> None:
    builder = Builder(2)
    both = builder.conjunction((0, 1))
    either = builder.parity((1, 0))
    assert program_of(builder.build([both, either])).size == 2


def test_sequences_take_any_leading_axes() -> None:
    program = program_of(simplified(circuit_of("addition", 2)))
    bits = all_inputs(4)
    twice = np.stack([bits, bits[::-1]])
    tokens = sequences(program, twice)
    np.testing.assert_array_equal(tokens[0], sequences(program, bits))
    np.testing.assert_array_equal(tokens[1], tokens[0, ::-1])
    seen = coded(tokens)
    assert (seen[..., 0] == 1).all()
    np.testing.assert_array_equal(seen[..., 1:] > 0, tokens)
    assert set(np.unique(seen)) == {-1.0, 1.0}
    with pytest.raises(ValueError, match="has 4 inputs, not 3"):
        sequences(program, bits[:, :3])


def test_carries_are_the_tokens_that_make_an_xor_a_threshold() -> None:
    program = program_of(circuit_of("parity", 3))
    assert program.size == 4
    assert carries(program).tolist() == [3, 5]
    builder = Builder(2)
    assert carries(program_of(builder.build([builder.disjunction([0, 1])]))).tolist() == []


def test_tasks_have_names_and_sizes() -> None:
    assert family(machine_task("parity")) == "machines"
    assert family("parity") == "parity"
    with pytest.raises(ValueError, match="allowed: parity, addition, multiplication"):
        circuit_of("division", 4)
    with pytest.raises(ValueError, match="at least 2"):
        circuit_of("parity", 1)
