"""Measure all cases in one process: `python -m benchmarks.regime.worker ROUNDS SECONDS`.

Started by ``benchmarks/regime``, which sets the numerics mode. Prints JSON.
"""

import json
import statistics
import sys

import torch

from benchmarks.modes import interleaved, ratio
from benchmarks.regime.cases import CASES
from benchmarks.regime.time_to_similarity import time_to_similarity


def times(rounds: int, seconds_per_round: float) -> dict[str, object]:
    """Return CPU times per step and network of both sides, interleaved."""
    results: dict[str, object] = {}
    for name, case in CASES.items():
        sides = {"project": case.project(), "peer": case.peer()}
        durations = interleaved(sides, rounds, seconds_per_round)
        ours = [1e3 * time / (case.steps * case.runs) for time in durations["project"]]
        theirs = [1e3 * time for time in durations["peer"]]
        results[name] = {
            "own_ms": statistics.median(ours),
            "peer_ms": statistics.median(theirs),
            **ratio(ours, theirs),
            "target": case.target,
        }
    return results


if __name__ == "__main__":
    torch.set_num_threads(1)
    rounds = int(sys.argv[1])
    similarity = time_to_similarity(seeds=max(1, rounds // 3), rounds=rounds)
    print(json.dumps({"cases": times(rounds, float(sys.argv[2])), "similarity": similarity}))
