"""Compare results with scripts that a competent reader would write with numpy and torch alone.

    python -m benchmarks.plain [STUDY ...] [--rounds 2] [--json FILE]

CPU time, user and system, of a whole process on one thread: of ``benchmarks/plain/<study>.py``, and
of one in which this project makes the same result from nothing, with all its digests and records.
The least of the rounds counts, since other work on a machine takes caches away. The script runs as
it would for its reader, with all instructions the processor has; the project in its own numerics.

Numbers are the same where all intervals overlap; none of these results is without chance. Where the
products of matrices alone, at one core's sgemm rate, would take half of the script's time, it is
bound by them, and 60 % of that rate is asked of the trainings here; otherwise ten times its speed.
"""

import argparse
import json
import resource
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from benchmarks.modes import printed
from benchmarks.plain.results import RESULTS
from benchmarks.share_of_peak import sgemm_rate

_BOUND, _ASKED_SHARE, _ASKED_RATIO = 0.5, 0.6, 10.0
_ROUNDING = 1e-9
Bounds = tuple[float, float]


def cpu_seconds_of(command: list[str], mode: str) -> tuple[float, Any]:
    """Run a process; return its CPU time, that of its children included, and the JSON it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = printed(mode, *command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, found


def apart(plain: Mapping[str, Bounds], ours: Mapping[str, Bounds]) -> list[str]:
    """Return the numbers of the script whose interval does not overlap with the project's."""
    return [
        name
        for name, (low, high) in plain.items()
        if high < ours[name][0] - _ROUNDING or low > ours[name][1] + _ROUNDING
    ]


def measure(study: str, rounds: int) -> dict[str, Any]:
    """Return times and numbers of both sides."""
    result = RESULTS[study]
    script, module = [f"benchmarks/plain/{study}.py"], ["-m", "benchmarks.plain.ours", study]
    sides = [
        (cpu_seconds_of(script, "native"), cpu_seconds_of(module, "portable"))
        for _ in range(rounds)
    ]
    plain, numbers = min((side for side, _ in sides), key=lambda side: side[0])
    ours, made = min((side for _, side in sides), key=lambda side: side[0])
    found = made["numbers"][result.name]
    kept = {name: [found[name][part] for part in ("value", "low", "high")] for name in numbers}
    intervals = [
        {name: (low, high) for name, (_, low, high) in side.items()} for side in (numbers, kept)
    ]
    rate = sgemm_rate()
    products = result.operations / rate
    return {
        "result": result.name,
        "content": result.assigned or "default",
        "plain_seconds": plain,
        "own_seconds": ours,
        "ratio": plain / ours,
        "sgemm_gflops": rate / 1e9,
        "products_in_plain": products / plain,
        "own_share_of_sgemm": products / made["training"],
        "bound_by_products": products / plain >= _BOUND,
        "apart": apart(*intervals),
        "numbers": {"plain": numbers, "own": kept},
    }


def show(case: Mapping[str, Any]) -> None:
    """Print a line, and the numbers that differ."""
    enough = (
        case["own_share_of_sgemm"] >= _ASKED_SHARE
        if case["bound_by_products"]
        else case["ratio"] >= _ASKED_RATIO
    )
    asked = f">= {_ASKED_SHARE:.0%}" if case["bound_by_products"] else f">= {_ASKED_RATIO:.0f}"
    same = f"apart: {', '.join(case['apart'])}" if case["apart"] else "overlap"
    print(
        f"{case['result']:30} {case['plain_seconds']:7.1f} s {case['own_seconds']:7.1f} s "
        f"{case['ratio']:6.1f} {case['products_in_plain']:9.0%} {case['own_share_of_sgemm']:6.0%} "
        f"{asked:>7} {'yes' if enough else 'no':4} {same}",
        flush=True,
    )


def main() -> None:
    """Read the command line, measure, print, and write JSON where asked."""
    parser = argparse.ArgumentParser(description="Compare results with plain scripts.")
    parser.add_argument("studies", nargs="*", metavar="STUDY", help=", ".join(RESULTS))
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--json", type=Path, help="file to write the measurements to")
    arguments = parser.parse_args()
    if unknown := sorted(set(arguments.studies) - set(RESULTS)):
        parser.error(f"no script for {', '.join(unknown)}; allowed: {', '.join(RESULTS)}")
    torch.set_num_threads(1)
    print(
        f"{'CPU time of whole processes':30} {'plain':>9} {'project':>9} {'ratio':>6} "
        f"{'products':>9} {'sgemm':>6} {'asked':>7} met  numbers"
    )
    measured = {}
    for study in arguments.studies or RESULTS:
        measured[study] = measure(study, arguments.rounds)
        show(measured[study])
    if arguments.json:
        arguments.json.write_text(json.dumps(measured, indent=2) + "\n")


if __name__ == "__main__":
    main()
