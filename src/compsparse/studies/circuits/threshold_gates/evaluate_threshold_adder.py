"""A threshold gate as a circuit of bounded fan-in: its size and depth by the number of sources.

Document 000, slide 'Proof', Theorem 1, step 3: size of order r up to logarithms, depth O(log r).
"""

import numpy as np
import pandas as pd
from jaxtyping import Bool, Int64

from compsparse.seeds import generator
from compsparse.statistics import api as stats
from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.threshold import bounded, threshold_circuit
from compsparse.studies.circuits.threshold.gates import ThresholdGate, from_gates

UNIT = 1  # bits of the weights when all of them are 1


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Build the circuits, measure them, and compare them with their gates.

    Params: those of the settings ``BuiltAdders``.
    """
    kinds = [(UNIT, 0), *((bits, run) for bits in params["bits"] for run in range(params["runs"]))]
    rows, fan_ins, drawn, exhaustive = [], [], [], []
    most = max(*params["sources"], *params["exhaustive_sources"])
    for bits, run_index in kinds:
        names = (params["root_seed"], "circuits", "threshold_adder", bits)
        weights = _weights(generator(*names, "weights", run_index), bits, most)
        random = generator(*names, "inputs", run_index)
        for sources in params["sources"]:
            used = weights[:sources]
            gate = _gate(used, [_middle(used)])
            circuit = bounded.bounded_fan_in(gate)
            limit = bounded.limits(used.tolist())
            fan_ins.append(circuit.fan_in)
            rows.append(
                (bits, run_index, sources, circuit.size, limit.size, circuit.depth, limit.depth)
            )
            patterns = random.integers(2, size=(params["drawn_inputs"], sources), dtype=np.bool_)
            drawn.append(_agreement(gate, circuit, patterns))
        for sources in params["exhaustive_sources"]:
            used = weights[:sources]
            gate = _gate(used, _thresholds(used, params["thresholds"]))
            exhaustive.append(_agreement(gate, bounded.bounded_fan_in(gate), all_inputs(sources)))
    columns = ["bits", "run", "sources", "size", "size_limit", "depth", "depth_limit"]
    table = pd.DataFrame(rows, columns=columns)
    statistics = {
        "agreement": stats.exact(min(exhaustive), len(exhaustive)),
        "agreement_drawn": stats.exact(min(drawn), len(drawn)),
        "fan_in": stats.exact(max(fan_ins), len(fan_ins)),
        "size_limit_share": stats.exact((table["size"] / table["size_limit"]).max()),
        "depth_limit_share": stats.exact((table["depth"] / table["depth_limit"]).max()),
    }
    return stats.Evaluation(table, {**statistics, **_growth(table, params)})


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


def _growth(table: pd.DataFrame, params: stats.Params) -> dict[str, stats.Interval | stats.MeanOf]:
    """Return gates per source and growth of the depth, by the weights' bits."""
    sources = np.array(params["sources"], dtype=np.float64)
    doublings = np.log2(sources)
    depth, per_source, per_doubling = {}, {}, {}
    for bits in (UNIT, *params["bits"]):
        of_bits = table[table["bits"] == bits]
        depth[bits] = of_bits["depth"].to_numpy(dtype=np.float64).reshape(-1, len(sources))
        sizes = of_bits["size"].to_numpy(dtype=np.float64).reshape(-1, len(sources))
        per_source[bits] = sizes[:, -1] / sources[-1]
        risen = depth[bits][:, -1] - depth[bits][:, 0]
        per_doubling[bits] = risen / (doublings[-1] - doublings[0])
    unit = depth[UNIT][0]
    line = np.polyval(np.polyfit(doublings, unit, 1), doublings)
    statistics: dict[str, stats.Interval | stats.MeanOf] = {
        "gates_per_source_unit": stats.exact(per_source[UNIT][0]),
        "depth_per_doubling_unit": stats.exact(per_doubling[UNIT][0]),
        "depth_line_error_unit": stats.exact(np.abs(unit - line).max()),
    }
    for bits in params["bits"]:
        statistics[f"gates_per_source_bits_{bits}"] = stats.MeanOf(per_source[bits])
        statistics[f"depth_per_doubling_bits_{bits}"] = stats.MeanOf(per_doubling[bits])
        statistics[f"extra_depth_bits_{bits}"] = stats.MeanOf(depth[bits][:, -1] - unit[-1])
    return statistics
