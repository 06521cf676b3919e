"""A threshold gate as a circuit of bounded fan-in: its size and depth by the number of sources.

Document 000, slide 'Proof', Theorem 1, step 3: size of order r up to logarithms, depth O(log r).
"""

import numpy as np
import pandas as pd
from jaxtyping import Bool, Int64

from compsparse.seeds import generator
from compsparse.statistics.intervals import exact, interval_of_mean
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.threshold.bounded import bounded_fan_in
from compsparse.studies.circuits.threshold.gates import ThresholdGate, from_gates
from compsparse.studies.circuits.threshold.limits import limits
from compsparse.studies.circuits.threshold.threshold_circuit import ThresholdCircuit

RESULT = "circuits_threshold_adder"
UNIT = 1  # bits of the weights when all of them are 1


def run(inputs: Inputs, params: Params) -> Outputs:
    """Build the circuits, measure them, and compare them with their gates.

    Params: root_seed; sources, rising numbers r, each a power of two; exhaustive_sources, numbers
    of sources at which all inputs are tried; thresholds, how many of each such gate; bits, of the
    random weights; drawn_inputs, tried for each of the other gates; runs, draws of the weights.

    Returns:
        ``table``: size and depth, and what they can be at most, by bits, run and sources;
        ``metrics``: agreement with the gate, fan-in, shares of the limits, gates per source, and
        how the depth grows.
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
            circuit = bounded_fan_in(gate)
            limit = limits(used.tolist())
            fan_ins.append(circuit.fan_in)
            rows.append(
                (bits, run_index, sources, circuit.size, limit.size, circuit.depth, limit.depth)
            )
            patterns = random.integers(2, size=(params["drawn_inputs"], sources), dtype=np.bool_)
            drawn.append(_agreement(gate, circuit, patterns))
        for sources in params["exhaustive_sources"]:
            used = weights[:sources]
            gate = _gate(used, _thresholds(used, params["thresholds"]))
            exhaustive.append(_agreement(gate, bounded_fan_in(gate), all_inputs(sources)))
    columns = ["bits", "run", "sources", "size", "size_limit", "depth", "depth_limit"]
    table = pd.DataFrame(rows, columns=columns)
    metrics = {
        "agreement": exact(min(exhaustive), len(exhaustive)).as_metric(),
        "agreement_drawn": exact(min(drawn), len(drawn)).as_metric(),
        "fan_in": exact(max(fan_ins), len(fan_ins)).as_metric(),
        "size_limit_share": exact((table["size"] / table["size_limit"]).max()).as_metric(),
        "depth_limit_share": exact((table["depth"] / table["depth_limit"]).max()).as_metric(),
        **_growth(table, params),
    }
    return {"table": table, "metrics": {RESULT: metrics}}


def _weights(random: np.random.Generator, bits: int, count: int) -> Int64[np.ndarray, " source"]:
    """Return ones, or weights of up to so many bits and either sign, none of them 0."""
    if bits == UNIT:
        return np.ones(count, dtype=np.int64)
    # one draw a source, so that the gate of more sources begins like that of fewer
    signed = random.integers(2 * (2**bits - 1), size=count)
    return np.where(signed % 2, -1, 1) * (signed // 2 + 1)


def _gate(weights: Int64[np.ndarray, " source"], thresholds: list[int]) -> ThresholdCircuit:
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
    gate: ThresholdCircuit, circuit: Circuit, patterns: Bool[np.ndarray, "input bit"]
) -> float:
    """Return the share of inputs and gates at which the circuit's output is the gate's."""
    built = PackedCircuit(circuit).evaluate_bits(patterns)
    return float((built == gate.evaluate_bits(patterns)).mean())


def _growth(table: pd.DataFrame, params: Params) -> dict[str, dict[str, float | int]]:
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
    metrics = {
        "gates_per_source_unit": exact(per_source[UNIT][0]).as_metric(),
        "depth_per_doubling_unit": exact(per_doubling[UNIT][0]).as_metric(),
        "depth_line_error_unit": exact(np.abs(unit - line).max()).as_metric(),
    }
    for bits in params["bits"]:
        samples = {
            f"gates_per_source_bits_{bits}": per_source[bits],
            f"depth_per_doubling_bits_{bits}": per_doubling[bits],
            f"extra_depth_bits_{bits}": depth[bits][:, -1] - unit[-1],
        }
        for name, of_runs in samples.items():
            metrics[name] = interval_of_mean(
                of_runs, root_seed=params["root_seed"], name=f"{RESULT}/{name}"
            ).as_metric()
    return metrics
