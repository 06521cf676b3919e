"""Compare the training of study ``regime`` with a plain loop of autograd and torch's optimizers.

    python -m benchmarks.regime [--numerics portable|native] [--json FILE] [--quick]

CPU time on one thread per update of one network, both sides interleaved in one process; the ratio
is the median over rounds. The network is the skull's: 12 hidden layers of 22 units. A training call
ends with the error of the whole image, at 128 x 128 pixels, which is counted too.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from benchmarks.modes import worker
from compsparse.numerics import MODES


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


def main() -> None:
    """Read the command line, measure, print, and write JSON where asked."""
    parser = argparse.ArgumentParser(description="Time the training of study regime.")
    parser.add_argument("--numerics", choices=MODES, help="one mode instead of both")
    parser.add_argument("--json", type=Path, help="file to write the measurements to")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds")
    arguments = parser.parse_args()
    modes = [arguments.numerics] if arguments.numerics else list(MODES)
    rounds, seconds = ("3", "0.2") if arguments.quick else ("9", "0.5")
    results = {mode: worker("benchmarks.regime.worker", mode, rounds, seconds) for mode in modes}
    for mode, result in results.items():
        show(mode, result)
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
