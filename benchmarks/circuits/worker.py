"""Measure all cases in one process: `python -m benchmarks.circuits.worker ROUNDS`.

Started by ``benchmarks/circuits``, which sets the numerics mode. Prints JSON.
"""

import json
import statistics
import sys
from collections.abc import Callable

import numpy as np

from benchmarks.circuits.cases import ARRAY_INPUTS, CASES, NAIVE_INPUTS, NETWORK_INPUTS, Case
from benchmarks.circuits.plain_peers import SparseNetwork, evaluate_arrays
from benchmarks.modes import cpu_seconds, ratio
from compsparse.studies.circuits.circuit import reference
from compsparse.studies.circuits.circuit.bits import packed, unpacked
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from workflow_engine.seeds import generator

WIDTHS = (1_024, 2_048, 4_096, 8_192)  # words of one operation, in cache
CALLS = 2_000


def peak() -> float:
    """Return the most words a second that one AND of numpy does on rows in cache."""
    rates = []
    for words in WIDTHS:
        first, second, target = np.zeros((3, words), dtype=np.uint64)

        def call(
            left: np.ndarray = first, right: np.ndarray = second, to: np.ndarray = target
        ) -> None:
            np.bitwise_and(left, right, to)

        call()
        rates.append(words / cpu_seconds(call, CALLS))
    return max(rates)


def measure(case: Case, rounds: int) -> dict[str, object]:
    """Return times per input of all evaluators, interleaved, and how near the packed one comes.

    Raises:
        ValueError: two evaluators differ.
    """
    circuit = case.make()
    evaluator, network = PackedCircuit(circuit), SparseNetwork(circuit)
    bits = generator(0, "benchmark", "inputs").random((case.inputs, circuit.inputs)) < 0.5
    words = packed(bits)
    sides: dict[str, tuple[Callable[[], np.ndarray], int]] = {
        "own": (lambda: evaluator.evaluate(words), case.inputs),
        "naive": (lambda: reference.evaluate(circuit, bits[:NAIVE_INPUTS]), NAIVE_INPUTS),
        "arrays": (lambda: evaluate_arrays(circuit, bits[:ARRAY_INPUTS]), ARRAY_INPUTS),
        "network": (lambda: network.evaluate(bits[:NETWORK_INPUTS]), NETWORK_INPUTS),
    }
    expected = unpacked(evaluator.evaluate(words), case.inputs)
    for name, (call, count) in sides.items():
        if name != "own" and not np.array_equal(call(), expected[: min(count, case.inputs)]):
            raise ValueError(f"The evaluator {name!r} disagrees with the packed one.")
    seconds: dict[str, list[float]] = {name: [] for name in sides}
    peaks = []
    for _ in range(rounds):
        peaks.append(peak())
        for name, (call, count) in sides.items():
            seconds[name].append(cpu_seconds(call, 1) / min(count, case.inputs))
    middle = {name: statistics.median(values) for name, values in seconds.items()}
    word_operations = evaluator.operations / 64 / np.array(seconds["own"])
    return {
        "gates": circuit.size,
        "levels": circuit.depth,
        "operations": evaluator.operations,
        "inputs_per_second": {name: 1 / value for name, value in middle.items()},
        "gates_per_second": circuit.size / middle["own"],
        "peak_words_per_second": statistics.median(peaks),
        "share_of_peak": statistics.median((word_operations / np.array(peaks)).tolist()),
        "ratios": {
            name: {**ratio(seconds["own"], seconds[name]), "target": case.targets.get(name)}
            for name in sides
            if name != "own"
        },
    }


if __name__ == "__main__":
    print(json.dumps({name: measure(case, int(sys.argv[1])) for name, case in CASES.items()}))
