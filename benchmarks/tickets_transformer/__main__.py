"""Compare rounds of pruning of study ``tickets`` with plain transformers, one at a time.

    python -m benchmarks.tickets_transformer [--numerics portable|native] [--json FILE] [--quick]

CPU time per network and step of a round (batch, gradient and update of the weights that are left)
on one thread, single precision, both sides interleaved in one process; the ratio is the median over
rounds. As many networks stand side by side as in the study's largest job; the plain ones are
trained one after the other. The mathematics is equal, which a test holds. The share of the peak is
that of the matrix products of the MLP and of the reading, which alone a round needs: a plain
transformer that computes its frozen part again spends its time elsewhere.
"""

from typing import Any

from benchmarks.modes import from_command_line, worker
from benchmarks.share_of_peak import show


def measure(mode: str, quick: bool) -> Any:
    """Return the times under a numerics mode."""
    rounds, seconds = ("3", "0.2") if quick else ("9", "0.5")
    return worker("benchmarks.tickets_transformer.worker", mode, rounds, seconds)


if __name__ == "__main__":
    from_command_line(
        "Time rounds of pruning of a transformer's MLP.",
        measure,
        lambda mode, result: show(mode, result["cases"]),
    )
