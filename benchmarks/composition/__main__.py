"""Compare the transformer of study ``composition`` with torch's encoder and loops over sequences.

    python -m benchmarks.composition [--numerics portable|native] [--json FILE] [--quick]

CPU time of a step on one thread, single precision, nothing compiled, both sides interleaved in one
process; the ratio is the median over rounds. The mathematics is equal, which a test holds. The
share of the peak is that of the matrix products of a step, against a large product in the same
rounds. Then the time in which the attention-only model learns its mixture.
"""

import statistics
from typing import Any

from benchmarks.modes import from_command_line, in_rounds
from benchmarks.share_of_peak import show as show_cases


def show(mode: str, result: Any) -> None:
    """Print one table."""
    show_cases(mode, result["cases"])
    theory = result["theory_model"]
    seconds = statistics.median(theory["seconds"])
    print(
        f"attention-only model, {theory['runs']} runs of the mixture: {seconds:.2f} CPU s "
        f"({min(theory['seconds']):.2f}-{max(theory['seconds']):.2f}; <= {theory['target']:.0f}), "
        f"worst accuracy of any hop, run and round {min(theory['worst']):.3f}"
    )


if __name__ == "__main__":
    from_command_line(
        "Time the training of study composition.", in_rounds("benchmarks.composition.worker"), show
    )
