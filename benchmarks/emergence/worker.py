"""Measure all cases in one process: `python -m benchmarks.emergence.worker ROUNDS SECONDS`.

Started by ``benchmarks/emergence``, which sets the numerics mode. Prints JSON.
"""

import json
import statistics
import sys

import torch

from benchmarks.emergence.cases import CASES, large_flow
from benchmarks.emergence.plain_peer import PlainOnlineTraining
from benchmarks.modes import cpu_seconds, interleaved, ratio


def times(rounds: int, seconds_per_round: float) -> dict[str, object]:
    """Return CPU times per step and seed of both sides, interleaved."""
    results: dict[str, object] = {}
    for name, case in CASES.items():
        peer = PlainOnlineTraining(case.dimension, case.directions, case.neurons, case.samples)
        sides = {"own": case.make(case), "peer": peer.step}
        seconds = interleaved(sides, rounds, seconds_per_round)
        ours = [1e6 * time / case.steps for time in seconds["own"]]
        theirs = [1e6 * time for time in seconds["peer"]]
        results[name] = {
            "own_us": statistics.median(ours),
            "peer_us": statistics.median(theirs),
            **ratio(ours, theirs),
            "target": case.target,
        }
    return results


if __name__ == "__main__":
    torch.set_num_threads(1)
    measured = times(int(sys.argv[1]), float(sys.argv[2]))
    print(json.dumps({"cases": measured, "large_flow_seconds": cpu_seconds(large_flow, 1)}))
