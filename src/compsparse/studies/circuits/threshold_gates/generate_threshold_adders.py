"""Step ``generate``: threshold gates of gates of fan-in three (document 000, Theorem 1, step 3)."""

from typing import Any

import numpy as np
from jaxtyping import Bool, Int64

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.threshold import bounded, threshold_circuit
from compsparse.studies.circuits.threshold.gates import ThresholdGate, from_gates
from compsparse.studies.circuits.worlds.circuits import circuit_in_world
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params

UNIT = 1  # bits of the weights when all of them are 1


def run(inputs: Inputs, params: Params) -> Outputs:
    """Build the circuits of every number of sources, each draw of weights using its first ones.

    Returns ``data``, by circuit: ``bits``, ``run``, ``sources``, ``size``, ``size_limit``,
    ``depth``, ``depth_limit``, ``fan_in``, and ``agreement_drawn`` with the gate on random inputs;
    and ``agreement`` of all circuits whose inputs are all tried. Params: ``BuiltAdders``.
    """
    kinds = [(UNIT, 0), *((bits, run) for bits in params["bits"] for run in range(params["runs"]))]
    built: list[dict[str, Any]] = []
    exhaustive: list[float] = []
    for bits, run_index in kinds:
        rows, agreements = _of_weights(bits, run_index, params)
        built += rows
        exhaustive += agreements
    columns = {name: np.array([row[name] for row in built]) for name in built[0]}
    return {"data": {**columns, "agreement": np.array(exhaustive)}}


def _of_weights(
    bits: int, run_index: int, params: Params
) -> tuple[list[dict[str, Any]], list[float]]:
    names = (params["root_seed"], *params["seed_names"], bits)
    most = max(*params["sources"], *params["exhaustive_sources"])
    weights = _weights(generator(*names, "weights", run_index), bits, most)
    random = generator(*names, "inputs", run_index)
    rows = []
    for sources in params["sources"]:
        used = weights[:sources]
        gate = _gate(used, [_middle(used)])
        circuit = _built(gate, params, f"{bits}-{run_index}-{sources}")
        limit = bounded.limits(used.tolist())
        patterns = random.integers(2, size=(params["drawn_inputs"], sources), dtype=np.bool_)
        rows.append(
            {
                "bits": bits,
                "run": run_index,
                "sources": sources,
                "size": circuit.size,
                "size_limit": limit.size,
                "depth": circuit.depth,
                "depth_limit": limit.depth,
                "fan_in": circuit.fan_in,
                "agreement_drawn": _agreement(gate, circuit, patterns),
            }
        )
    exhaustive = []
    for sources in params["exhaustive_sources"]:
        used = weights[:sources]
        gate = _gate(used, _thresholds(used, params["thresholds"]))
        circuit = _built(gate, params, f"{bits}-{run_index}-{sources}-all")
        exhaustive.append(_agreement(gate, circuit, all_inputs(sources)))
    return rows, exhaustive


def _built(gate: threshold_circuit.ThresholdCircuit, params: Params, name: str) -> Circuit:
    return circuit_in_world(bounded.bounded_fan_in(gate), params, name)


def _weights(random: np.random.Generator, bits: int, count: int) -> Int64[np.ndarray, " source"]:
    """Return ones, or weights of up to so many bits and either sign, none of them 0."""
    if bits == UNIT:
        return np.ones(count, dtype=np.int64)
    # one draw a source, so that the gate of more sources begins like that of fewer
    signed = random.integers(2 * (2**bits - 1), size=count)
    return np.where(signed % 2, -1, 1) * (signed // 2 + 1)


def _gate(
    weights: Int64[np.ndarray, " source"], thresholds: list[int]
) -> threshold_circuit.ThresholdCircuit:
    """Return gates of the same weights and sources, one for each threshold."""
    sources = range(len(weights))
    gates = [ThresholdGate(sources, weights.tolist(), threshold) for threshold in thresholds]
    return from_gates(len(weights), gates, [len(weights) + gate for gate in range(len(gates))])


def _middle(weights: Int64[np.ndarray, " source"]) -> int:
    """Return the threshold just above the middle of all sums: true for about half the inputs."""
    return int(weights.sum()) // 2 + 1


def _thresholds(weights: Int64[np.ndarray, " source"], count: int) -> list[int]:
    """Return thresholds from the one that is always reached to the one that never is."""
    low, high = int(weights[weights < 0].sum()), int(weights[weights > 0].sum())
    return sorted({int(bound) for bound in np.linspace(low, high + 1, count)})


def _agreement(
    gate: threshold_circuit.ThresholdCircuit,
    circuit: Circuit,
    patterns: Bool[np.ndarray, "input bit"],
) -> float:
    """Return the share of inputs and gates at which the circuit's output is the gate's."""
    built = PackedCircuit(circuit).evaluate_bits(patterns)
    return float((built == gate.evaluate_bits(patterns)).mean())
