"""Measure all cases in one process: `python -m benchmarks.emergence.worker ROUNDS SECONDS`.

Started by ``benchmarks/emergence``, which sets the numerics mode. Prints JSON.
"""

import json
import statistics
import sys

import torch

from benchmarks.emergence.cases import CASES, large_flow
from benchmarks.emergence.plain_peer import PlainOnlineTraining
from benchmarks.modes import cpu_seconds, ratio


def times(rounds: int, seconds_per_round: float) -> dict[str, object]:
    """Return CPU times per step and seed of both sides, interleaved."""
    results: dict[str, object] = {}
    for name, case in CASES.items():
        own = case.make(case)
        peer = PlainOnlineTraining(case.dimension, case.directions, case.neurons, case.samples)
        sides = {"own": own, "peer": peer.step}
        repetitions = {}
        for side, call in sides.items():
            call()
            repetitions[side] = max(1, round(seconds_per_round / cpu_seconds(call, 2)))
        microseconds: dict[str, list[float]] = {side: [] for side in sides}
        for _ in range(rounds):
            for side, call in sides.items():
                steps = case.steps if side == "own" else 1
                microseconds[side].append(1e6 * cpu_seconds(call, repetitions[side]) / steps)
        results[name] = {
            "own_us": statistics.median(microseconds["own"]),
            "peer_us": statistics.median(microseconds["peer"]),
            **ratio(microseconds["own"], microseconds["peer"]),
            "target": case.target,
        }
    return results


if __name__ == "__main__":
    torch.set_num_threads(1)
    measured = times(int(sys.argv[1]), float(sys.argv[2]))
    print(json.dumps({"cases": measured, "large_flow_seconds": cpu_seconds(large_flow, 1)}))
