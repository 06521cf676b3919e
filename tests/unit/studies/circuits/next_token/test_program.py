"""Programs of circuits, and their sequences of tokens."""

from typing import Any

import numpy as np
import pytest

from compsparse.studies.circuits.circuit import reference
from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.circuit.copying import simplified
from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.machines.library import PROGRAMS
from compsparse.studies.circuits.next_token.program import (
    Program,
    ProgramError,
    from_circuit,
    program_of,
)
from compsparse.studies.circuits.next_token.sequences import coded, sequences
from compsparse.studies.circuits.next_token.tasks import (
    circuit_of,
    family,
    machine_task,
)
from compsparse.studies.circuits.unrolling.pipeline import pipeline
from tests.unit.studies.circuits.random_circuits import random_circuit


@pytest.mark.parametrize("seed", range(60))
def test_any_circuit_becomes_a_program_of_its_function(seed: int) -> None:
    circuit = random_circuit(seed, inputs=2 + seed % 4, gates=1 + seed)
    if (circuit.fan_ins[circuit.kinds == Kind.XOR] > 3).any():
        with pytest.raises(ProgramError, match="Split it into smaller ones"):
            from_circuit(circuit)
        return
    program, bits = from_circuit(circuit), all_inputs(circuit.inputs)
    tokens = sequences(program, bits)
    np.testing.assert_array_equal(tokens[:, : circuit.inputs], bits)
    np.testing.assert_array_equal(tokens[:, program.outputs], reference.evaluate(circuit, bits))
    assert program.size <= 2 * circuit.size


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_circuits_of_machines_become_programs(name: str) -> None:
    machine = PROGRAMS[name]
    circuit = pipeline(machine, 4).bounded
    program, bits = from_circuit(circuit), all_inputs(4)
    np.testing.assert_array_equal(
        sequences(program, bits)[:, program.outputs], reference.evaluate(circuit, bits)
    )


def test_equal_gates_are_one_token() -> None:
    builder = Builder(2)
    both = builder.conjunction((0, 1))
    either = builder.parity((1, 0))
    assert from_circuit(builder.build([both, either])).size == 2


def test_sequences_take_any_leading_axes() -> None:
    program = from_circuit(simplified(circuit_of("addition", 2)))
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


def test_programs_are_stored_and_checked() -> None:
    program = from_circuit(circuit_of("parity", 3))
    arrays = program.arrays()
    again = program_of(arrays | {"other": np.zeros(2)})
    assert again.size == program.size == 4
    np.testing.assert_array_equal(again.sources, program.sources)
    with pytest.raises(ProgramError, match="the array 'weights' of type int8"):
        program_of(arrays | {"weights": arrays["weights"].astype(np.int64)})
    with pytest.raises(ProgramError, match="'outputs' of a program has 2 axes"):
        program_of(arrays | {"outputs": arrays["outputs"][None]})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"thresholds": np.zeros(2, dtype=np.int16)}, "do not fit together"),
        ({"offsets": np.array([0, 3])}, "do not rise from 0"),
        ({"offsets": np.array([], dtype=np.int64)}, "do not fit together"),
        ({"sources": np.array([0, 2], dtype=np.int32)}, "does not exist before it"),
        ({"outputs": np.array([3], dtype=np.int32)}, "none of the tokens 0 to 2"),
    ],
)
def test_what_is_no_program_is_refused(changes: dict[str, Any], message: str) -> None:
    arrays = {
        "offsets": np.array([0, 2]),
        "sources": np.array([0, 1], dtype=np.int32),
        "weights": np.ones(2, dtype=np.int8),
        "thresholds": np.full(1, 2, dtype=np.int16),
        "outputs": np.array([2], dtype=np.int32),
    }
    assert Program(2, **arrays).tokens == 3
    with pytest.raises(ProgramError, match=message):
        Program(2, **(arrays | changes))


def test_tasks_have_names_and_sizes() -> None:
    assert family(machine_task("parity")) == "machines"
    assert family("parity") == "parity"
    with pytest.raises(ValueError, match="allowed: parity, addition, multiplication"):
        circuit_of("division", 4)
    with pytest.raises(ValueError, match="at least 2"):
        circuit_of("parity", 1)
