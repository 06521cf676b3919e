"""Compare the training of study ``regime`` with a plain loop of autograd and torch's optimizers.

    python -m benchmarks.regime [--numerics portable|native] [--json FILE] [--quick]

CPU time on one thread per update of one network, both sides interleaved in one process; the ratio
is the median over rounds. The network is the skull's: 12 hidden layers of 22 units. A training call
ends with the error of the whole image, at 128 x 128 pixels, which is counted too.

Then the time until a picture is like its target, beside the recipe of the networks that come with
the evolved ones (``time_to_similarity``).
"""

from typing import Any

from benchmarks.modes import from_command_line, in_rounds


def show(mode: str, result: Any) -> None:
    """Print one table."""
    print(f"numerics {mode}: time per update of one network")
    print(f"{'case':30} {'project':>12} {'plain':>12} {'ratio':>22} {'target':>7}")
    for name, case in result["cases"].items():
        spread = f"{case['ratio']:.1f} ({case['smallest_ratio']:.1f}-{case['largest_ratio']:.1f})"
        target = "" if case["target"] is None else f">= {case['target']:.0f}"
        print(
            f"{name:30} {case['own_ms']:9.3f} ms {case['peer_ms']:9.3f} ms {spread:>22} {target:>7}"
        )
    similarity = result["similarity"]
    seconds = ", ".join(f"{value:.1f}" for value in similarity["own_seconds"])
    print(f"time to SSIM {similarity['wanted']:.2f}, of a built target by networks of this shape")
    reached = f"{similarity['reached']} of {len(similarity['own_seconds'])} seeds reach it"
    print(f"  project: {seconds} s; {reached}")
    print(f"  plain loop on all pixels: {similarity['peer_step']:.3f} s a step, extrapolated:")
    for steps, peer in similarity["peer_seconds"].items():
        ratio, target = similarity["ratios"][steps], similarity["target"]
        print(
            f"  {int(steps):7,} steps: {peer:8,.0f} s, {ratio:,.0f} times as long (>= {target:.0f})"
        )


if __name__ == "__main__":
    from_command_line(
        "Time the training of study regime.", in_rounds("benchmarks.regime.worker"), show
    )
