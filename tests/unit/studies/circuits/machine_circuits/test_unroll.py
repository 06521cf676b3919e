"""The unrolled circuit is the machine: step by step, and on inputs beyond the exhausted lengths."""

import numpy as np
import pytest

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.copying import chained, simplified
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.machine_circuits.unroll import (
    Configuration,
    answer,
    start,
    step_circuit,
    unrolled,
)
from compsparse.studies.circuits.machines.library import PROGRAMS
from compsparse.studies.circuits.machines.program import Program, simulate

LENGTH = 4


def configurations(program: Program, bits: np.ndarray) -> list[np.ndarray]:
    """Return the one-hot configurations of all times, by the machine's table."""
    machine, cells = program.machine, program.cells(bits.shape[1])
    tape, every = program.tape(bits), np.arange(len(bits))
    state, head = np.zeros(len(bits), dtype=int), np.zeros(len(bits), dtype=int)
    wires, seen = Configuration(machine, cells), []
    for _ in range(program.steps(bits.shape[1]) + 1):
        config = np.zeros((len(bits), wires.wires), dtype=bool)
        for row in every:
            for cell, symbol in enumerate(tape[row]):
                config[row, wires.symbol(cell, machine.symbols[symbol])] = True
            config[row, wires.head(int(head[row]), machine.states[state[row]])] = True
        seen.append(config)
        following, written, move = np.moveaxis(machine.table[state, tape[every, head]], -1, 0)
        tape[every, head] = written
        state, head = following, head + move
    return seen


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_layer_is_a_step_and_configurations_stay_one_hot(name: str) -> None:
    program = PROGRAMS[name]
    cells, bits = program.cells(LENGTH), all_inputs(LENGTH)
    expected = configurations(program, bits)
    config = PackedCircuit(start(program, LENGTH, cells)).evaluate_bits(bits)
    layer = PackedCircuit(step_circuit(program.machine, cells))
    for wanted in expected[:-1]:
        np.testing.assert_array_equal(config, wanted)
        config = layer.evaluate_bits(config)
    np.testing.assert_array_equal(config, expected[-1])


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_cell_depends_on_itself_and_its_neighbors_only(name: str) -> None:
    machine, cells = PROGRAMS[name].machine, 7
    wires = Configuration(machine, cells)
    layer = step_circuit(machine, cells)
    reach = np.zeros((layer.wires, cells), dtype=bool)  # cells that a wire depends on
    for wire in range(wires.wires):
        reach[wire, wire // (wires.wires // cells)] = True
    for gate in range(layer.size):
        read = layer.sources[layer.offsets[gate] : layer.offsets[gate + 1]]
        reach[layer.inputs + gate] = reach[read].any(axis=0)
    for output, depends in enumerate(reach[layer.outputs]):
        cell = output // (wires.wires // cells)
        assert set(np.flatnonzero(depends)) <= {cell - 1, cell, cell + 1}
    assert layer.depth == 4


@pytest.mark.parametrize(
    ("name", "length"),
    [("parity", 20), ("binary_increment", 20), ("binary_addition", 28), ("palindrome", 9)],
)
def test_folded_and_raw_agree_with_the_machine_on_long_inputs(name: str, length: int) -> None:
    program = PROGRAMS[name]
    random = np.random.default_rng(3)
    bits = random.random((100, length)) < 0.5
    bits[:30] |= random.random((30, length)) < 0.95  # long carries
    bits[60:, -(length // 2) :] = bits[60:, : length // 2][:, ::-1]  # palindromes
    raw = unrolled(program, length)
    folded = simplified(raw)
    assert folded.size < raw.size / 3
    for circuit in (raw, folded):
        np.testing.assert_array_equal(
            PackedCircuit(circuit).evaluate_bits(bits), simulate(program, bits).answers
        )


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("more", [1, 3])
def test_a_halted_machine_stays_as_it_is(name: str, more: int) -> None:
    program, bits = PROGRAMS[name], all_inputs(LENGTH)
    longer = unrolled(program, LENGTH, steps=program.steps(LENGTH) + more)
    np.testing.assert_array_equal(PackedCircuit(longer).evaluate_bits(bits), program.expected(bits))
    wider = unrolled(program, LENGTH, cells=program.cells(LENGTH) + more)
    outputs = program.outputs(LENGTH)
    np.testing.assert_array_equal(
        PackedCircuit(wider).evaluate_bits(bits)[:, :outputs], program.expected(bits)
    )


@pytest.mark.parametrize("name", PROGRAMS)
def test_one_step_or_one_cell_too_few_is_wrong(name: str) -> None:
    program, bits = PROGRAMS[name], all_inputs(LENGTH)
    expected = program.expected(bits)
    short = unrolled(program, LENGTH, steps=program.steps(LENGTH) - 1)
    assert (PackedCircuit(short).evaluate_bits(bits) != expected).any()
    if program.accepting is not None:
        narrow = unrolled(program, LENGTH, cells=program.cells(LENGTH) - 1)
        assert (PackedCircuit(narrow).evaluate_bits(bits) != expected).any()


def test_a_configuration_has_a_wire_for_each_symbol_and_state_of_each_cell() -> None:
    wires = Configuration(PROGRAMS["palindrome"].machine, 3)
    numbers = [
        *(wires.symbol(c, s) for c in range(3) for s in PROGRAMS["palindrome"].machine.symbols),
        *(wires.head(c, s) for c in range(3) for s in PROGRAMS["palindrome"].machine.states),
    ]
    assert sorted(numbers) == list(range(wires.wires))


def test_lengths_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="3 are too few"):
        unrolled(PROGRAMS["palindrome"], 4, cells=3)
    with pytest.raises(ValueError, match="3 bits"):
        start(PROGRAMS["binary_addition"], 3, 2)
    with pytest.raises(ValueError, match="follows"):
        chained([start(PROGRAMS["palindrome"], 2, 3), answer(PROGRAMS["palindrome"], 4)])
