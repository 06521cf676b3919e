"""Measure all cases in one process: `python -m benchmarks.regime.worker ROUNDS SECONDS`.

Started by ``benchmarks/regime``, which sets the numerics mode. Prints JSON.
"""

import json
import statistics
import sys

import torch

from benchmarks.modes import cpu_seconds, ratio
from benchmarks.regime.cases import CASES
from benchmarks.regime.time_to_similarity import time_to_similarity


def times(rounds: int, seconds_per_round: float) -> dict[str, object]:
    """Return CPU times per step and network of both sides, interleaved."""
    results: dict[str, object] = {}
    for name, case in CASES.items():
        sides = {"own": case.own(), "peer": case.peer()}
        repetitions = {}
        for side, call in sides.items():
            call()
            repetitions[side] = max(1, round(seconds_per_round / cpu_seconds(call, 2)))
        milliseconds: dict[str, list[float]] = {side: [] for side in sides}
        for _ in range(rounds):
            for side, call in sides.items():
                steps = case.steps * case.runs if side == "own" else 1
                milliseconds[side].append(1e3 * cpu_seconds(call, repetitions[side]) / steps)
        results[name] = {
            "own_ms": statistics.median(milliseconds["own"]),
            "peer_ms": statistics.median(milliseconds["peer"]),
            **ratio(milliseconds["own"], milliseconds["peer"]),
            "target": case.target,
        }
    return results


if __name__ == "__main__":
    torch.set_num_threads(1)
    rounds = int(sys.argv[1])
    similarity = time_to_similarity(seeds=max(1, rounds // 3), rounds=rounds)
    print(json.dumps({"cases": times(rounds, float(sys.argv[2])), "similarity": similarity}))
