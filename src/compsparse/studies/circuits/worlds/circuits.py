"""Circuits of a world: longer, wired to wrong sources, or of no depth."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

import numpy as np

from compsparse.studies.circuits.circuit.circuit import Circuit, from_gates
from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.worlds import catalogue
from compsparse.studies.circuits.worlds.catalogue import StepWorld

_ATTEMPTS = 4  # random draws before the remaining wires are listed


def circuit_in_world(circuit: Circuit, world: StepWorld, name: str) -> Circuit:
    """Return what a step's world makes of a circuit; ``name`` distinguishes its random draws."""
    match world.name:
        case catalogue.TRIPLED:
            return prolonged(circuit, 2)
        case catalogue.SLOW_GATES:
            return prolonged(circuit, 2 * (circuit.inputs // 2))
        case catalogue.SHALLOW:
            return shallow(circuit)
        case catalogue.WRONG_SOURCES:
            return wrongly_wired(circuit, world.random("wrong_sources", name))
    return circuit


def circuits_in_world(circuits: Mapping[str, Circuit], world: StepWorld) -> dict[str, Circuit]:
    """Return what a step's world makes of circuits, whose names distinguish their random draws."""
    return {name: circuit_in_world(circuit, world, name) for name, circuit in circuits.items()}


def prolonged(circuit: Circuit, negations: int) -> Circuit:
    """Return the circuit with an even number of NOT gates after every gate except constants."""
    wires = list(range(circuit.inputs))  # the new wire of each wire of the circuit
    gates: list[tuple[Kind, list[int]]] = []
    for kind, sources in _gates(circuit):
        gates.append((kind, [wires[wire] for wire in sources]))
        for _ in range(negations if sources else 0):
            gates.append((Kind.NOT, [circuit.inputs + len(gates) - 1]))
        wires.append(circuit.inputs + len(gates) - 1)
    return from_gates(circuit.inputs, gates, [wires[wire] for wire in circuit.outputs.tolist()])


def shallow(circuit: Circuit) -> Circuit:
    """Return the circuit with other outputs: each is the negation of one input bit."""
    negations = [(Kind.NOT, [place % circuit.inputs]) for place in range(len(circuit.outputs))]
    outputs = range(circuit.inputs + circuit.size, circuit.inputs + circuit.size + len(negations))
    return from_gates(circuit.inputs, [*_gates(circuit), *negations], outputs)


def _gates(circuit: Circuit) -> Iterator[tuple[Kind, list[int]]]:
    sources = circuit.sources.tolist()
    bounds = pairwise(circuit.offsets.tolist())
    for kind, (start, stop) in zip(circuit.kinds.tolist(), bounds, strict=True):
        yield Kind(kind), sources[start:stop]


def wrongly_wired(circuit: Circuit, random: np.random.Generator) -> Circuit:
    """Return a circuit of the same gates on the same levels, which read other wires of these."""
    # a source is replaced by a wire of its level, drawn among those before the gate; a gate reads a
    # wire twice only if it did before
    levels = circuit.levels.tolist()
    # inputs and constants share level 0, but constants are never drawn as new sources
    constant = {Kind.ZERO, Kind.ONE}
    fixed = [False] * circuit.inputs + [Kind(kind) in constant for kind in circuit.kinds.tolist()]
    before: dict[int, list[int]] = {0: list(range(circuit.inputs))}
    rewired: list[tuple[Kind, list[int]]] = []
    for gate, (kind, sources) in enumerate(_gates(circuit)):
        read: list[int] = []
        for wire in sources:
            others = before.get(levels[wire], [])
            read.append(wire if fixed[wire] else _drawn(others, read, random))
        rewired.append((kind, read))
        target = circuit.inputs + gate
        if not fixed[target]:
            before.setdefault(levels[target], []).append(target)
    return from_gates(circuit.inputs, rewired, circuit.outputs)


def _drawn(others: list[int], read: list[int], random: np.random.Generator) -> int:
    """Draw one of the wires, if possible one that is not yet read."""
    taken = set(read)
    for _ in range(_ATTEMPTS):
        wire = others[int(random.integers(len(others)))]
        if wire not in taken:
            return wire
    left = [wire for wire in others if wire not in taken]
    return left[int(random.integers(len(left)))] if left else others[0]
