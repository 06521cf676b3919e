"""Composition of circuits: the outputs of each are the inputs of the next."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.circuits.circuit.circuit import Circuit


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
