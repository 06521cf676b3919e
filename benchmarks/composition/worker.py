"""Measure all cases in one process: `python -m benchmarks.composition.worker ROUNDS SECONDS`.

Started by ``benchmarks/composition``, which sets the numerics mode. Prints JSON.
"""

import json
import statistics
import sys

import torch

from benchmarks.composition.cases import CASES
from benchmarks.composition.theory_model import theory_model
from benchmarks.modes import cpu_seconds, ratio

_SIDE = 1024  # of the matrices whose product shows the peak


def times(rounds: int, seconds_per_round: float) -> dict[str, object]:
    """Return CPU times of a step of both sides, interleaved, and of a large product beside them."""
    left, right = torch.rand(2, _SIDE, _SIDE)
    results: dict[str, object] = {}
    for name, case in CASES.items():
        calls = {**case.sides(), "peak": lambda: torch.mm(left, right)}
        repetitions = {}
        for side, call in calls.items():
            call()
            repetitions[side] = max(1, round(seconds_per_round / cpu_seconds(call, 2)))
        milliseconds: dict[str, list[float]] = {side: [] for side in calls}
        for _ in range(rounds):
            for side, call in calls.items():
                milliseconds[side].append(1e3 * cpu_seconds(call, repetitions[side]))
        middle = {side: statistics.median(values) for side, values in milliseconds.items()}
        speed = {side: case.operations / middle[side] for side in ("own", "peer")}
        peak = 2.0 * _SIDE**3 / middle["peak"]
        results[name] = {
            "own_ms": middle["own"],
            "peer_ms": middle["peer"],
            **ratio(milliseconds["own"], milliseconds["peer"]),
            "target": case.target,
            "peak_gflops": peak / 1e6,
            "own_share_of_peak": speed["own"] / peak,
            "peer_share_of_peak": speed["peer"] / peak,
        }
    return results


if __name__ == "__main__":
    torch.set_num_threads(1)
    rounds = int(sys.argv[1])
    measured = {"theory_model": theory_model(rounds), "cases": times(rounds, float(sys.argv[2]))}
    print(json.dumps(measured))
