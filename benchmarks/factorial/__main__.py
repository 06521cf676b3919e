"""Compare the training step of study ``factorial`` with a plain implementation.

    python -m benchmarks.factorial [--numerics portable|native] [--json FILE] [--quick]

CPU time on one thread, both sides interleaved in one process; the ratio is the median over rounds.
The plain side is ``plain_peer.py``, one seed at a time. Operations are counted as in document 004,
Appendix B, and set against the machine's own matrix product. Memory is the peak of a process that
does nothing but one side. Without --numerics, both modes run.

In the single pass the document counts every sample; this project runs the network once for each
distinct input, so its share of the peak can exceed 1. Both sides draw their samples there.
"""

from typing import Any

from benchmarks.modes import from_command_line, worker

WORKER = "benchmarks.factorial.worker"


def measure(mode: str, quick: bool) -> Any:
    """Return times and memory of both sides at all sizes."""
    rounds, seconds = ("3", "0.2") if quick else ("9", "0.6")
    result = worker(WORKER, mode, "times", rounds, seconds)
    for name, case in result["cases"].items():
        for side in ("project", "peer"):
            case[f"{side}_memory"] = worker(WORKER, mode, "memory", side, name)
    return result


def show(mode: str, result: Any) -> None:
    """Print one table."""
    peak = result["peak_gflop_per_s"]
    print(f"numerics {mode}: sgemm peak {peak:.0f} GFLOP/s; times per step and network")
    print(
        f"{'size':32} {'runs':>4} {'project':>10} {'plain':>10} {'ratio':>18} {'target':>7} "
        f"{'GFLOP/s':>8} {'share':>6} {'memory, project / plain':>24}"
    )
    for name, case in result["cases"].items():
        spread = f"{case['ratio']:.1f} ({case['smallest_ratio']:.1f}-{case['largest_ratio']:.1f})"
        target = "" if case["target"] is None else f">= {case['target']:.0f}"
        memory = " / ".join(f"{case[f'{s}_memory']['peak_mib']:.0f}" for s in ("project", "peer"))
        print(
            f"{name:32} {case['runs']:4} {case['project_ms']:7.3f} ms {case['peer_ms']:7.3f} ms "
            f"{spread:>18} {target:>7} {case['gflop_per_s']:8.0f} "
            f"{case['gflop_per_s'] / peak:6.0%} {memory + ' MiB':>24}"
        )


if __name__ == "__main__":
    from_command_line("Time the training step of study factorial.", measure, show)
