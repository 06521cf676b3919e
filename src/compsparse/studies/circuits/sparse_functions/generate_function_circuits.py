"""Step ``generate``: circuits of sparse compositions and of random tables, measured."""

from collections.abc import Iterator, Mapping

import numpy as np
from jaxtyping import Bool

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.sparse_functions import compiled, diagram, shapes
from compsparse.studies.circuits.sparse_functions.composition import Composition, Constituent
from compsparse.studies.circuits.sparse_functions.growth import GENERIC
from compsparse.studies.circuits.worlds.catalogue import TRADED, world_of
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params

KINDS = (*shapes.SHAPES, GENERIC)  # by their numbers in ``kind``
_DESCRIBED = ("kind", "arity", "inputs", "run", "constituents")
COLUMNS = (*_DESCRIBED, "size", "bound", "fan_in", "wrong", "nodes")


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return ``data``: ``COLUMNS`` [circuit], whole numbers; params: ``DrawnFunctions``.

    ``constituents`` of the composition; ``bound``, the largest size of its circuit; ``wrong``,
    inputs at which circuit and function differ; ``nodes`` of a random table's decision diagram.
    """
    runs = range(params["runs"])
    rows = [row for index in runs for row in _compositions(index, params)]
    rows += [row for index in runs for row in _generic(index, params)]
    columns = {name: np.array([row.get(name, 0) for row in rows]) for name in COLUMNS}
    return {"data": columns}


def _compositions(run: int, params: Params) -> Iterator[Mapping[str, int]]:
    for kind, shape in enumerate(shapes.SHAPES):
        for arity in params["arities"]:
            for d in params["inputs"]:
                names = (params["root_seed"], *params["seed_names"], shape, arity, d)
                composition = _composition(shape, d, arity, generator(*names, run), params)
                bits = _some_inputs(d, params["checked"], generator(*names, "inputs", run))
                circuit = compiled.circuit_of(composition)
                yield {
                    **{"kind": kind, "arity": arity, "inputs": d, "run": run},
                    "constituents": len(composition.constituents),
                    "size": circuit.size,
                    "bound": compiled.most_gates_of(composition),
                    "fan_in": circuit.fan_in,
                    "wrong": _wrong(circuit, bits, composition.evaluate(bits)),
                }


def _generic(run: int, params: Params) -> Iterator[Mapping[str, int]]:
    for d in params["generic_inputs"]:
        names = (params["root_seed"], *params["seed_names"], GENERIC, d, run)
        values = _table(d, generator(*names), params)
        circuit = compiled.circuit_of_table(values)
        yield {
            **{"kind": KINDS.index(GENERIC), "inputs": d, "run": run, "constituents": 1},
            "size": circuit.size,
            "bound": compiled.most_gates(d),
            "fan_in": circuit.fan_in,
            "wrong": _wrong(circuit, all_inputs(d), values),
            "nodes": len(diagram.diagram_of(values).nodes),
        }


def _composition(
    shape: str, d: int, arity: int, random: np.random.Generator, params: Params
) -> Composition:
    """Return a random composition, or one random function of all inputs where the two trade."""
    if world_of(params) != TRADED:
        return shapes.random_composition(shape, d, arity, random)
    return Composition(d, (Constituent(tuple(range(d)), _random_table(d, random)),))


def _table(d: int, random: np.random.Generator, params: Params) -> Bool[np.ndarray, " input"]:
    """Return a random table, or that of a tree of functions of two variables where they trade."""
    if world_of(params) != TRADED:
        return _random_table(d, random)
    return np.asarray(shapes.random_composition("tree", d, 2, random).evaluate(all_inputs(d)))


def _random_table(d: int, random: np.random.Generator) -> Bool[np.ndarray, " input"]:
    return np.asarray(random.integers(2, size=2**d).astype(bool))


def _some_inputs(
    bits: int, most: int, random: np.random.Generator
) -> Bool[np.ndarray, "input bit"]:
    """Return all inputs, or ``most`` random ones where there are more."""
    if 2**bits <= most:
        return all_inputs(bits)
    return random.integers(2, size=(most, bits)).astype(bool)


def _wrong(
    circuit: Circuit, bits: Bool[np.ndarray, "input bit"], values: Bool[np.ndarray, " input"]
) -> int:
    return int((PackedCircuit(circuit).evaluate_bits(bits)[:, 0] != values).sum())
