"""Compare the networks of study ``approximation`` with plain modules of torch, one at a time.

    python -m benchmarks.approximation [--numerics portable|native] [--json FILE] [--quick]

CPU time per network and step (gradient and update, on batches that are there) on one thread, single
precision, both sides interleaved in one process; the ratio is the median over rounds. Twelve
networks stand side by side, as in the study's trainings; the plain ones are trained one after the
other. The mathematics is equal, which a test holds. The share of the peak is that of the matrix
products of a step, against a large product in the same rounds.
"""

import statistics
from typing import Any

from benchmarks.modes import from_command_line, worker


def show(mode: str, result: Any) -> None:
    """Print one table."""
    print(f"numerics {mode}: time per network and step, share of the peak of matrix products")
    print(f"{'case':30} {'project':>19} {'plain':>19} {'ratio':>19} {'target':>8}")
    for name, case in result["cases"].items():
        spread = f"{case['ratio']:.2f} ({case['smallest_ratio']:.2f}-{case['largest_ratio']:.2f})"
        target = "" if case["target"] is None else f">= {case['target']:.1f}"
        sides = " ".join(
            f"{case[f'{side}_us']:9.1f} us, {case[f'{side}_share_of_peak']:4.0%}"
            for side in ("own", "peer")
        )
        print(f"{name:30} {sides} {spread:>19} {target:>8}")
    peaks = [case["peak_gflops"] for case in result["cases"].values()]
    print(f"peak: {statistics.median(peaks):.0f} GFLOP/s")


def measure(mode: str, quick: bool) -> Any:
    """Return the times under a numerics mode."""
    rounds, seconds = ("3", "0.2") if quick else ("9", "0.5")
    return worker("benchmarks.approximation.worker", mode, rounds, seconds)


if __name__ == "__main__":
    from_command_line("Time the training of study approximation.", measure, show)
