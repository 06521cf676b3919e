"""Circuits of sparse compositions beside those of functions in general.

Document 000, slide 'Theorem' after Theorem 2, second statement: compositional sparsity of the
target implies small circuits of bounded fan-in. Both kinds of functions are built by the same
expansion; what no construction can beat is counted.
"""

from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd
from jaxtyping import Bool

from compsparse.seeds import generator
from compsparse.statistics import api as stats
from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.sparse_functions import compiled, counting, diagram, growth, shapes
from compsparse.studies.circuits.sparse_functions.growth import COUNTED, FAN_IN, GENERIC

_NAMES = ("circuits", "small_circuits")


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return a row per circuit, and how sizes grow with the number d of inputs.

    Params: those of the settings ``SmallCircuitsEvaluation``.
    """
    rows = [row for run in range(params["runs"]) for row in _compositions(run, params)]
    rows += [row for run in range(params["runs"]) for row in _generic(run, params)]
    rows += [
        {
            "kind": COUNTED,
            "arity": 0,
            "inputs": d,
            "run": 0,
            "size": counting.least_gates(d, FAN_IN),
        }
        for d in params["generic_inputs"]
    ]
    columns = ["constituents", "bound", "nodes", "fan_in", "wrong"]
    table = pd.DataFrame(rows).fillna(dict.fromkeys(columns, 0))
    table = table.astype(dict.fromkeys(["size", *columns], np.int64))
    laws = {**growth.growth(table, params), **growth.crossovers(table, params)}
    return stats.Evaluation(table, {**_sizes(table), **laws})


def _compositions(run: int, params: stats.Params) -> Iterable[Mapping[str, object]]:
    for shape in shapes.SHAPES:
        for arity in params["arities"]:
            for d in params["inputs"]:
                names = (params["root_seed"], *_NAMES, shape, arity, d)
                composition = shapes.random_composition(shape, d, arity, generator(*names, run))
                bits = _some_inputs(d, params["checked"], generator(*names, "inputs", run))
                circuit = compiled.circuit_of(composition)
                yield {
                    "kind": shape,
                    "arity": arity,
                    "inputs": d,
                    "run": run,
                    "constituents": len(composition.constituents),
                    "size": circuit.size,
                    "bound": compiled.most_gates_of(composition),
                    "fan_in": circuit.fan_in,
                    "wrong": _wrong(circuit, bits, composition.evaluate(bits)),
                }


def _generic(run: int, params: stats.Params) -> Iterable[Mapping[str, object]]:
    for d in params["generic_inputs"]:
        random = generator(params["root_seed"], *_NAMES, GENERIC, d, run)
        values = random.integers(2, size=2**d).astype(bool)
        circuit = compiled.circuit_of_table(values)
        yield {
            "kind": GENERIC,
            "arity": 0,
            "inputs": d,
            "run": run,
            "constituents": 1,
            "size": circuit.size,
            "bound": compiled.most_gates(d),
            "nodes": len(diagram.diagram_of(values).nodes),
            "fan_in": circuit.fan_in,
            "wrong": _wrong(circuit, all_inputs(d), values),
        }


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


def _sizes(table: pd.DataFrame) -> dict[str, stats.Interval]:
    """Return what holds of every circuit that was built."""
    built = table[table["kind"] != COUNTED]
    generic = table["kind"] == GENERIC
    share = built["size"] / built["bound"]
    return {
        "wrong_outputs": stats.exact(int(built["wrong"].sum()), len(built)),
        "largest_fan_in": stats.exact(int(built["fan_in"].max()), len(built)),
        "largest_share_of_bound": stats.exact(float(share[~generic].max()), int((~generic).sum())),
        "largest_generic_share_of_bound": stats.exact(
            float(share[generic].max()), int(generic.sum())
        ),
    }
