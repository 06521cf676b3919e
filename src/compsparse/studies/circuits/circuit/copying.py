"""Rebuilds a circuit inside a builder: simplified, or as a part of another circuit."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Bool

from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.gates import Kind

_KINDS = tuple(Kind)  # kind k at place k: a look-up is far faster than Kind(k)


def place(builder: Builder, circuit: Circuit, inputs: Sequence[int]) -> list[int]:
    """Add the gates that a circuit's outputs need, for these inputs; return the outputs' wires."""
    if len(inputs) != circuit.inputs:
        raise ValueError(f"The circuit has {circuit.inputs} inputs, but got {len(inputs)} wires.")
    wires = [*inputs, *([-1] * circuit.size)]
    kinds, sources = list(map(_KINDS.__getitem__, circuit.kinds.tolist())), circuit.sources.tolist()
    offsets = circuit.offsets.tolist()
    for gate in np.flatnonzero(needed(circuit)[circuit.inputs :]).tolist():
        read = [wires[wire] for wire in sources[offsets[gate] : offsets[gate + 1]]]
        wires[circuit.inputs + gate] = builder.gate(kinds[gate], read)
    return [wires[wire] for wire in circuit.outputs.tolist()]


def simplified(circuit: Circuit) -> Circuit:
    """Return a circuit of the same function: folded, without equal or dead gates."""
    folding = Builder(circuit.inputs, fold=True)
    outputs = place(folding, circuit, range(circuit.inputs))
    return without_dead_gates(folding.build(outputs))


def without_dead_gates(circuit: Circuit) -> Circuit:
    """Return the circuit without the gates that no output depends on."""
    kept = needed(circuit)
    kept[: circuit.inputs] = True
    wires = (np.cumsum(kept) - 1).astype(np.int32)  # new numbers of the wires that are kept
    gates = kept[circuit.inputs :]
    fan_ins = circuit.fan_ins[gates]
    sources = circuit.sources[np.repeat(gates, circuit.fan_ins)]
    return Circuit(
        circuit.inputs,
        circuit.kinds[gates],
        np.concatenate([[0], np.cumsum(fan_ins)]).astype(np.int64),
        wires[sources],
        wires[circuit.outputs],
    )


def needed(circuit: Circuit) -> Bool[np.ndarray, " wire"]:
    """Say for each wire whether an output depends on it."""
    marks = [False] * circuit.wires
    for wire in circuit.outputs.tolist():
        marks[wire] = True
    sources, offsets = circuit.sources.tolist(), circuit.offsets.tolist()
    for gate in range(circuit.size - 1, -1, -1):
        if marks[circuit.inputs + gate]:
            for wire in sources[offsets[gate] : offsets[gate + 1]]:
                marks[wire] = True
    return np.array(marks, dtype=bool)
