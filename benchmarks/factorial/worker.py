"""Measure in one process: ``times`` of all sizes, or the ``memory`` of one side at one size.

Started by ``benchmarks/factorial.py``, which sets the numerics mode. Prints JSON.
"""

import json
import resource
import statistics
import sys

import torch

from benchmarks.factorial.cases import CASES, SIDES
from benchmarks.modes import cpu_seconds, ratio
from benchmarks.share_of_peak import sgemm_rate


def times(rounds: int, seconds_per_round: float) -> dict[str, object]:
    """Return CPU times per step and network of both sides, interleaved."""
    results: dict[str, object] = {}
    for name, case in CASES.items():
        sides = {side: make(case) for side, make in SIDES.items()}
        repetitions = {}
        for side, made in sides.items():
            made.step()
            repetitions[side] = max(1, round(seconds_per_round / cpu_seconds(made.step, 2)))
        milliseconds: dict[str, list[float]] = {side: [] for side in sides}
        for _ in range(rounds):
            for side, made in sides.items():
                networks = case.runs if side == "project" else 1
                taken = cpu_seconds(made.step, repetitions[side])
                if made.tests_per_step:
                    taken += made.tests_per_step * cpu_seconds(made.test, 1)
                milliseconds[side].append(1e3 * taken / networks)
        project_time = statistics.median(milliseconds["project"])
        results[name] = {
            "runs": case.runs,
            "project_ms": project_time,
            "peer_ms": statistics.median(milliseconds["peer"]),
            **ratio(milliseconds["project"], milliseconds["peer"]),
            "gflop_per_s": case.operations / project_time / 1e6,
            "target": case.target,
        }
    return {"peak_gflop_per_s": sgemm_rate() / 1e9, "cases": results}


def memory(side: str, case: str) -> dict[str, object]:
    """Return the peak memory of this process after some steps of one side, and before."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    made = SIDES[side](CASES[case])
    for _ in range(3):
        made.step()
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"imports_mib": before / 1024, "peak_mib": after / 1024}


if __name__ == "__main__":
    torch.set_num_threads(1)
    kind, *rest = sys.argv[1:]
    print(json.dumps(times(int(rest[0]), float(rest[1])) if kind == "times" else memory(*rest)))
