"""Rebuilds circuits: simplified, as a part of another circuit, or one after the other."""

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


def chained(circuits: Sequence[Circuit]) -> Circuit:
    """Return the composition of circuits, the first one applied first; gates stay as they are."""
    if not circuits:
        raise ValueError("A chain needs at least one circuit.")
    inputs = circuits[0].inputs
    read = np.arange(inputs, dtype=np.int32)  # wires of the chain that the next circuit reads
    wires, edges = inputs, 0
    offsets, sources = [np.zeros(1, dtype=np.int64)], []
    for circuit in circuits:
        if circuit.inputs != len(read):
            raise ValueError(
                f"A circuit of {circuit.inputs} inputs follows {len(read)} outputs in a chain."
            )
        gates = np.arange(wires, wires + circuit.size, dtype=np.int32)
        renumbered = np.concatenate([read, gates])  # the chain's wire of each wire of the circuit
        offsets.append(circuit.offsets[1:] + edges)
        sources.append(renumbered[circuit.sources])
        read = renumbered[circuit.outputs]
        wires += circuit.size
        edges += circuit.edges
    kinds = np.concatenate([circuit.kinds for circuit in circuits])
    return Circuit(inputs, kinds, np.concatenate(offsets), np.concatenate(sources), read)
