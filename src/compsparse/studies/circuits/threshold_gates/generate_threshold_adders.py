"""Step ``generate``: threshold gates of gates of fan-in three (document 000, Theorem 1, step 3)."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
from jaxtyping import Bool, Int64

from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.threshold import bounded
from compsparse.studies.circuits.threshold.threshold_circuit import (
    ThresholdCircuit,
    ThresholdGate,
    from_gates,
)
from compsparse.studies.circuits.worlds.catalogue import InWorlds, StepWorld
from compsparse.studies.circuits.worlds.circuits import circuit_in_world
from workflow_engine.steps import Inputs, Outputs

UNIT = 1  # bits of the weights when all of them are 1


@InWorlds
def run(
    inputs: Inputs,
    world: StepWorld,
    *,
    sources: Sequence[int],
    exhaustive_sources: Sequence[int],
    thresholds: int,
    bits: Sequence[int],
    drawn_inputs: int,
    runs: int,
) -> Outputs:
    """Build the circuits of every number of sources; each draw of weights uses its first ones.

    Returns ``data``, by circuit: ``bits``, ``run``, ``sources``, ``size``, ``size_limit``,
    ``depth``, ``depth_limit``, ``fan_in``, and ``agreement_drawn`` with the gate on random inputs;
    and ``agreement`` of all circuits that are tested on all inputs.

    Args:
        exhaustive_sources: numbers of sources at which all inputs are tested.
        thresholds: tested for each of these gates, over the range of its sum.
        bits: of random weights, besides unit weights.
        drawn_inputs: random inputs for each other gate.
        runs: draws of the weights.
    """

    def built(gate: ThresholdCircuit, name: str) -> Circuit:
        return circuit_in_world(bounded.bounded_fan_in(gate), world, name)

    rows: list[dict[str, Any]] = []
    agreements: list[float] = []
    for width, run_index in [(UNIT, 0), *product(bits, range(runs))]:
        most = max(*sources, *exhaustive_sources)
        weights = _weights(world.random(width, "weights", run_index), width, most)
        random = world.random(width, "inputs", run_index)
        for arity in sources:
            used = weights[:arity]
            gate = _gate(used, [_middle(used)])
            circuit = built(gate, f"{width}-{run_index}-{arity}")
            limit = bounded.limits(used.tolist())
            patterns = random.integers(2, size=(drawn_inputs, arity), dtype=np.bool_)
            rows.append(
                {
                    "bits": width,
                    "run": run_index,
                    "sources": arity,
                    "size": circuit.size,
                    "size_limit": limit.size,
                    "depth": circuit.depth,
                    "depth_limit": limit.depth,
                    "fan_in": circuit.fan_in,
                    "agreement_drawn": _agreement(gate, circuit, patterns),
                }
            )
        for arity in exhaustive_sources:
            gate = _gate(weights[:arity], _thresholds(weights[:arity], thresholds))
            circuit = built(gate, f"{width}-{run_index}-{arity}-all")
            agreements.append(_agreement(gate, circuit, all_inputs(arity)))
    columns = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    return {"data": {**columns, "agreement": np.array(agreements)}}


def _weights(random: np.random.Generator, bits: int, count: int) -> Int64[np.ndarray, " source"]:
    """Return ones, or nonzero weights of either sign with at most ``bits`` bits."""
    if bits == UNIT:
        return np.ones(count, dtype=np.int64)
    # one draw per source, so that a gate of more sources begins like one of fewer
    signed = random.integers(2 * (2**bits - 1), size=count)
    return np.where(signed % 2, -1, 1) * (signed // 2 + 1)


def _gate(weights: Int64[np.ndarray, " source"], thresholds: list[int]) -> ThresholdCircuit:
    """Return gates of the same weights and sources, one for each threshold."""
    sources = range(len(weights))
    gates = [ThresholdGate(sources, weights.tolist(), threshold) for threshold in thresholds]
    return from_gates(len(weights), gates, [len(weights) + gate for gate in range(len(gates))])


def _middle(weights: Int64[np.ndarray, " source"]) -> int:
    """Return the threshold just above the middle of the sums: true for about half the inputs."""
    return int(weights.sum()) // 2 + 1


def _thresholds(weights: Int64[np.ndarray, " source"], count: int) -> list[int]:
    """Return thresholds from one that every sum reaches to one that no sum reaches."""
    low, high = int(weights[weights < 0].sum()), int(weights[weights > 0].sum())
    return sorted({int(bound) for bound in np.linspace(low, high + 1, count)})


def _agreement(
    gate: ThresholdCircuit, circuit: Circuit, patterns: Bool[np.ndarray, "input bit"]
) -> float:
    """Return the fraction of inputs and gates for which the circuit agrees with the gate."""
    built = PackedCircuit(circuit).evaluate_bits(patterns)
    return float((built == gate.evaluate_bits(patterns)).mean())
