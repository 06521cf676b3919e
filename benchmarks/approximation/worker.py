"""Measure all cases in one process: `python -m benchmarks.approximation.worker ROUNDS SECONDS`.

Started by ``benchmarks/approximation``, which sets the numerics mode. Prints JSON.
"""

import json
import statistics
import sys
from collections.abc import Callable

import torch

from benchmarks.approximation.cases import CASES, NETWORKS
from benchmarks.modes import cpu_seconds, ratio

_SIDE = 1024  # of the matrices whose product shows the peak


def times(rounds: int, seconds_per_round: float) -> dict[str, object]:
    """Return CPU times per network and step of both sides, interleaved, and of a large product."""
    left, right = torch.rand(_SIDE, _SIDE), torch.rand(_SIDE, _SIDE)
    results: dict[str, object] = {}
    for name, case in CASES.items():
        calls: dict[str, Callable[[], object]] = {
            **case.sides(),
            "peak": lambda: torch.mm(left, right),
        }
        repetitions = {}
        for side, call in calls.items():
            call()
            repetitions[side] = max(1, round(seconds_per_round / cpu_seconds(call, 2)))
        microseconds: dict[str, list[float]] = {side: [] for side in calls}
        for _ in range(rounds):
            for side, call in calls.items():
                networks = NETWORKS if side == "own" else 1
                seconds = cpu_seconds(call, repetitions[side]) / networks
                microseconds[side].append(1e6 * seconds)
        middle = {side: statistics.median(values) for side, values in microseconds.items()}
        speed = {side: case.operations / middle[side] for side in ("own", "peer")}
        peak = 2.0 * _SIDE**3 / middle["peak"]
        results[name] = {
            "own_us": middle["own"],
            "peer_us": middle["peer"],
            **ratio(microseconds["own"], microseconds["peer"]),
            "target": case.target,
            "peak_gflops": peak / 1e3,
            "own_share_of_peak": speed["own"] / peak,
            "peer_share_of_peak": speed["peer"] / peak,
        }
    return results


if __name__ == "__main__":
    torch.set_num_threads(1)
    print(json.dumps({"cases": times(int(sys.argv[1]), float(sys.argv[2]))}))
