"""Compare the engines of study ``emergence`` with a plain loop of autograd and an optimizer.

    python -m benchmarks.emergence [--numerics portable|native] [--json FILE] [--quick]

CPU time on one thread per update of one seed, both sides interleaved in one process; the ratio is
the median over rounds. Sizes are d, P, m. The flow has no steps of SGD; its time is set against
those of the training that it stands for, which the plain loop would do one after the other
(40,000 updates; they are timed, not all done).
"""

from typing import Any

from benchmarks.modes import from_command_line, in_rounds


def show(mode: str, result: Any) -> None:
    """Print one table."""
    print(f"numerics {mode}: time per update of one seed")
    print(f"{'case':36} {'project':>12} {'plain':>12} {'ratio':>22} {'target':>7}")
    for name, case in result["cases"].items():
        spread = f"{case['ratio']:.1f} ({case['smallest_ratio']:.1f}-{case['largest_ratio']:.1f})"
        target = "" if case["target"] is None else f">= {case['target']:.0f}"
        print(
            f"{name:36} {case['own_us']:9.2f} us {case['peer_us']:9.2f} us {spread:>22} {target:>7}"
        )
    seconds = result["large_flow_seconds"]
    print(f"one run of the flow, P = 256, m = 2048, steps of 1 %: {seconds:.1f} s (target <= 40)")


if __name__ == "__main__":
    from_command_line(
        "Time the engines of study emergence.", in_rounds("benchmarks.emergence.worker"), show
    )
