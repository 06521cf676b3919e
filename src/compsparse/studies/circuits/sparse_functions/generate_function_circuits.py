"""Step ``generate``: circuits of sparse compositions and of random tables, measured."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import numpy as np
from jaxtyping import Bool

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.sparse_functions import compiled, shapes
from compsparse.studies.circuits.sparse_functions.composition import Composition, Constituent
from compsparse.studies.circuits.worlds.catalogue import TRADED, InWorlds, StepWorld
from workflow_engine.steps import Inputs, Outputs

KINDS = (*shapes.SHAPES, shapes.GENERIC)  # by their numbers in ``kind``
_DESCRIBED = ("kind", "arity", "inputs", "run", "constituents")
COLUMNS = (*_DESCRIBED, "size", "bound", "fan_in", "wrong", "nodes")


@InWorlds
def run(
    files: Inputs,
    world: StepWorld,
    *,
    inputs: Sequence[int],
    arities: Sequence[int],
    generic_inputs: Sequence[int],
    checked: int,
    runs: int,
) -> Outputs:
    """Return ``data``: ``COLUMNS`` [circuit], whole numbers.

    ``constituents`` of the composition; ``bound``, the largest size of its circuit; ``wrong``,
    inputs at which circuit and function differ; ``nodes`` of a random table's decision diagram.

    Args:
        inputs: numbers d of inputs of compositions.
        arities: numbers k of variables of each constituent.
        generic_inputs: numbers d of inputs of random tables.
        checked: random inputs to check on, where there are more.
    """
    rows = [
        row
        for index in range(runs)
        for row in _compositions(index, inputs, arities, checked, world)
    ]
    rows += [row for index in range(runs) for row in _generic(index, generic_inputs, world)]
    columns = {name: np.array([row.get(name, 0) for row in rows]) for name in COLUMNS}
    return {"data": columns}


def _compositions(
    run: int, inputs: Sequence[int], arities: Sequence[int], checked: int, world: StepWorld
) -> Iterator[Mapping[str, int]]:
    cells = product(enumerate(shapes.SHAPES), arities, inputs)
    for (kind, shape), arity, d in cells:
        random = world.random(shape, arity, d, run)
        if world.name == TRADED:
            constituent = Constituent(tuple(range(d)), _random_table(d, random))
            composition = Composition(d, (constituent,))
        else:
            composition = shapes.random_composition(shape, d, arity, random)
        random = world.random(shape, arity, d, "inputs", run)
        bits = _checked_inputs(d, checked, random)
        circuit = compiled.circuit_of(composition)
        yield {
            **{"kind": kind, "arity": arity, "inputs": d, "run": run},
            "constituents": len(composition.constituents),
            "size": circuit.size,
            "bound": compiled.most_gates_of(composition),
            "fan_in": circuit.fan_in,
            "wrong": _wrong(circuit, bits, composition.evaluate(bits)),
        }


def _generic(run: int, inputs: Sequence[int], world: StepWorld) -> Iterator[Mapping[str, int]]:
    for d in inputs:
        random = world.random(shapes.GENERIC, d, run)
        if world.name == TRADED:
            values = shapes.random_composition("tree", d, 2, random).evaluate(all_inputs(d))
        else:
            values = _random_table(d, random)
        circuit = compiled.circuit_of_table(values)
        yield {
            **{"kind": KINDS.index(shapes.GENERIC), "inputs": d, "run": run, "constituents": 1},
            "size": circuit.size,
            "bound": compiled.most_gates(d),
            "fan_in": circuit.fan_in,
            "wrong": _wrong(circuit, all_inputs(d), values),
            "nodes": len(compiled.diagram_of(values).nodes),
        }


def _random_table(d: int, random: np.random.Generator) -> Bool[np.ndarray, " input"]:
    return np.asarray(random.integers(2, size=2**d).astype(bool))


def _checked_inputs(
    bits: int, most: int, random: np.random.Generator
) -> Bool[np.ndarray, "input bit"]:
    """Return all inputs, or ``most`` random ones if there are more."""
    if 2**bits <= most:
        return all_inputs(bits)
    return random.integers(2, size=(most, bits)).astype(bool)


def _wrong(
    circuit: Circuit, bits: Bool[np.ndarray, "input bit"], values: Bool[np.ndarray, " input"]
) -> int:
    return int((PackedCircuit(circuit).evaluate_bits(bits)[:, 0] != values).sum())
