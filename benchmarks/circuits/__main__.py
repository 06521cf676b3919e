"""Compare the packed evaluator of study ``circuits`` with plain ones.

    python -m benchmarks.circuits [--numerics portable|native] [--json FILE] [--quick]

CPU time on one thread per input, all sides in turn in one process; ratios are medians over rounds.
Peers: a loop over inputs and gates in Python, one operation of numpy on arrays of bits a gate, and
the network of ReLUs as sparse matrices. The yardstick is one AND of numpy on rows in the cache: a
gate takes one to five such operations on words of 64 inputs.
"""

from typing import Any

from benchmarks.modes import from_command_line, worker


def show(mode: str, result: Any) -> None:
    """Print one table."""
    print(f"numerics {mode}")
    for name, case in result.items():
        print(f"{name}: {case['gates']:,} gates in {case['levels']} levels")
        speed = f"{case['gates_per_second'] / 1e9:.1f}e9 gates/s"
        print(f"  packed   {case['inputs_per_second']['own']:12,.0f} inputs/s, {speed}")
        peak = f"one AND does {case['peak_words_per_second'] / 1e9:.2f}e9 words/s"
        print(f"  {peak}; {case['operations']:,} of them reach {case['share_of_peak']:.0%} of it")
        for peer, times in case["ratios"].items():
            spread = f"{times['smallest_ratio']:,.0f}-{times['largest_ratio']:,.0f}"
            target = "" if times["target"] is None else f"  target >= {times['target']:,.0f}"
            speed = f"{case['inputs_per_second'][peer]:12,.0f} inputs/s"
            print(f"  {peer:8} {speed}, {times['ratio']:10,.0f} times slower ({spread}){target}")


def measure(mode: str, quick: bool) -> Any:
    """Return the times under a numerics mode."""
    return worker("benchmarks.circuits.worker", mode, "3" if quick else "9")


if __name__ == "__main__":
    from_command_line("Time the packed evaluator of circuits.", measure, show)
