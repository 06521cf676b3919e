"""The construction of Theorem 1 with one thing broken at a time."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from jaxtyping import Bool

from compsparse.studies.circuits.arithmetic import addition
from compsparse.studies.circuits.circuit import copying
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.machine_circuits import unroll
from compsparse.studies.circuits.machines.program import Program
from compsparse.studies.circuits.threshold import bounded, from_boolean, threshold_circuit

Make = Callable[[Program, int], Circuit | threshold_circuit.ThresholdCircuit]


def _one_step_less(program: Program, length: int) -> Circuit:
    return unroll.unrolled(program, length, steps=program.steps(length) - 1)


def _one_cell_less(program: Program, length: int) -> Circuit:
    return unroll.unrolled(program, length, cells=program.cells(length) - 1)


def _no_self_loops(program: Program, length: int) -> Circuit:
    """Halted heads vanish. One step more than T(n): a run of T(n) steps would not notice."""
    cells, machine = program.cells(length), program.machine
    layer, wires = unroll.step_circuit(machine, cells), unroll.Configuration(machine, cells)
    loops = np.array(
        [wires.head(cell, state) for cell in range(cells) for state in sorted(machine.halting)]
    )
    # a halting state's gate reads the same wire of the configuration before
    same = layer.outputs[np.minimum(layer.sources, wires.wires - 1)]
    kept = ~(np.isin(layer.sources, loops) & (_reader(layer) == same))
    return _with_layer(program, length, _with_edges(layer, kept), program.steps(length) + 1)


def _old_symbols_stay(program: Program, length: int) -> Circuit:
    """A cell keeps its symbol where the head writes another one: no AND with NOT active."""
    layer = unroll.step_circuit(program.machine, program.cells(length))
    kinds = np.concatenate([np.full(layer.inputs, -1), layer.kinds])
    kept = kinds[layer.sources] != Kind.NOT
    return _with_layer(program, length, _with_edges(layer, kept), program.steps(length))


def _printed_not(program: Program, length: int) -> threshold_circuit.ThresholdCircuit:
    """Document 000 prints NOT(x) = 1{-x >= 1}, which is false for both bits."""
    sound = _threshold(program, length)
    negates = sound.weights[np.minimum(sound.offsets[:-1], sound.edges - 1)] < 0
    return replace(sound, thresholds=np.where(negates, 1, sound.thresholds))


def _and_reached_early(program: Program, length: int) -> threshold_circuit.ThresholdCircuit:
    sound = _threshold(program, length)
    junction = (sound.fan_ins > 1) & (sound.thresholds == sound.fan_ins)
    return replace(sound, thresholds=sound.thresholds - junction)


def _comparator_reversed(program: Program, length: int) -> Circuit:
    """The comparator reads the bits of the sum in reverse order."""
    sound = _threshold(program, length)
    builder, wires = Builder(sound.inputs), list(range(sound.inputs))
    for gate, bound in enumerate(sound.thresholds.tolist()):
        edges = slice(int(sound.offsets[gate]), int(sound.offsets[gate + 1]))
        signed = zip(sound.weights[edges].tolist(), sound.sources[edges].tolist(), strict=True)
        read = [wires[wire] if w > 0 else builder.negation(wires[wire]) for w, wire in signed]
        below = int((sound.weights[edges] < 0).sum())
        total = addition.sum_of_columns(builder, [read])
        wires.append(addition.at_least(builder, total[::-1], bound + below))
    return builder.build([wires[wire] for wire in sound.outputs.tolist()])


def _or_for_xor(program: Program, length: int) -> Circuit:
    sound = bounded.bounded_fan_in(_threshold(program, length))
    kinds = np.where(sound.kinds == Kind.XOR, np.int8(Kind.OR), sound.kinds)
    return replace(sound, kinds=kinds)


# these must be noticed; in the order of the proof's steps
BREAKS: dict[str, Make] = {
    "one_step_less": _one_step_less,
    "one_cell_less": _one_cell_less,
    "no_self_loops": _no_self_loops,
    "old_symbols_stay": _old_symbols_stay,
    "printed_not": _printed_not,
    "and_reached_early": _and_reached_early,
    "comparator_reversed": _comparator_reversed,
}
# no machine can notice this one: gates are AND of two, OR and NOT. Whether two wires reach 2 is the
# carry alone; and with OR in place of XOR a sum is still above 0 exactly if any wire is true
UNNOTICED: dict[str, Make] = {"or_for_xor": _or_for_xor}


def intact(program: Program, length: int) -> Circuit:
    """Return the intact circuit, of fan-in 3 and not folded at the end, for comparison."""
    return bounded.bounded_fan_in(_threshold(program, length))


def printed_not_gate() -> threshold_circuit.ThresholdCircuit:
    """Return the gate 1{-x >= 1} of the document's slide."""
    return threshold_circuit.from_gates(1, [threshold_circuit.ThresholdGate([0], [-1], 1)], [1])


def wrong_inputs(
    answers: Bool[np.ndarray, "input answered"], expected: Bool[np.ndarray, "input output"]
) -> int:
    """Return the number of inputs with a wrong answer; missing output bits count as false."""
    padded = np.zeros_like(expected)
    padded[:, : answers.shape[1]] = answers
    return int((padded != expected).any(axis=1).sum())


def _threshold(program: Program, length: int) -> threshold_circuit.ThresholdCircuit:
    return from_boolean.threshold_circuit(copying.simplified(unroll.unrolled(program, length)))


def _with_layer(program: Program, length: int, layer: Circuit, steps: int) -> Circuit:
    cells = program.cells(length)
    start = unroll.start(program, length, cells)
    return copying.chained([start, *[layer] * steps, unroll.answer(program, cells)])


def _reader(circuit: Circuit) -> np.ndarray:
    """Return the wire of the gate that each edge leads to."""
    return np.repeat(np.arange(circuit.size) + circuit.inputs, circuit.fan_ins)


def _with_edges(circuit: Circuit, kept: Bool[np.ndarray, " edge"]) -> Circuit:
    """Return the circuit without some edges; a gate that loses all of them is false."""
    counts = np.bincount(_reader(circuit)[kept] - circuit.inputs, minlength=circuit.size)
    emptied = (counts == 0) & (circuit.fan_ins > 0)
    return Circuit(
        circuit.inputs,
        np.where(emptied, np.int8(Kind.ZERO), circuit.kinds),
        np.concatenate([[0], np.cumsum(counts)]),
        circuit.sources[kept],
        circuit.outputs,
    )
