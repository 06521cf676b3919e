"""Compare the packed evaluator of study ``circuits`` with plain ones.

    python -m benchmarks.circuits [--numerics portable|native] [--json FILE] [--quick]

CPU time on one thread per input, all sides in turn in one process; ratios are medians over rounds.
Peers: a loop over inputs and gates in Python, one operation of numpy on arrays of bits a gate, and
the network of ReLUs as sparse matrices. The yardstick is one AND of numpy on rows in the cache: a
gate takes one to five such operations on words of 64 inputs.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from benchmarks.modes import worker
from compsparse.numerics import MODES


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


def main() -> None:
    """Read the command line, measure, print, and write JSON where asked."""
    parser = argparse.ArgumentParser(description="Time the packed evaluator of circuits.")
    parser.add_argument("--numerics", choices=MODES, help="one mode instead of both")
    parser.add_argument("--json", type=Path, help="file to write the measurements to")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    arguments = parser.parse_args()
    modes = [arguments.numerics] if arguments.numerics else list(MODES)
    rounds = "3" if arguments.quick else "9"
    results = {mode: worker("benchmarks.circuits.worker", mode, rounds) for mode in modes}
    for mode, result in results.items():
        show(mode, result)
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
