"""Circuits of a world: longer, wired to wrong sources, or of no depth."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from compsparse.studies.circuits.circuit.circuit import Circuit, from_gates
from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.worlds import catalogue
from workflow_engine.seeds import generator

_ATTEMPTS = 4  # before the wires that are left are listed


def circuit_in_world(circuit: Circuit, params: Mapping[str, Any], name: str) -> Circuit:
    """Return what a step's world makes of a circuit; ``name`` tells its random draws apart."""
    match catalogue.world_of(params):
        case catalogue.TRIPLED:
            return prolonged(circuit, 2)
        case catalogue.SLOW_GATES:
            return prolonged(circuit, 2 * (circuit.inputs // 2))
        case catalogue.SHALLOW:
            return shallow(circuit)
        case catalogue.WRONG_SOURCES:
            names = (*params["seed_names"], "wrong_sources", name)
            return wrongly_wired(circuit, generator(params["root_seed"], *names))
    return circuit


def prolonged(circuit: Circuit, negations: int) -> Circuit:
    """Return the circuit with an even number of NOT gates behind every gate but constants."""
    wires = list(range(circuit.inputs))  # of the circuit's wires, in the new one
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
    """Return a circuit of the same gates on the same levels, which read others of those levels."""
    # a source is replaced by a wire of its own level, drawn among those before the gate; no gate
    # reads one wire twice that did not
    levels = circuit.levels.tolist()
    # input wires and constants share level 0; constants stay sources of nobody else
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
        own = circuit.inputs + gate
        if not fixed[own]:
            before.setdefault(levels[own], []).append(own)
    return from_gates(circuit.inputs, rewired, circuit.outputs)


def _drawn(others: list[int], read: list[int], random: np.random.Generator) -> int:
    """Draw one of the wires, one that is not read already where there is one."""
    taken = set(read)
    for _ in range(_ATTEMPTS):
        wire = others[int(random.integers(len(others)))]
        if wire not in taken:
            return wire
    left = [wire for wire in others if wire not in taken]
    return left[int(random.integers(len(left)))] if left else others[0]
