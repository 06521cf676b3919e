"""Compare trainings and pruning rounds of study ``tickets`` with plain torch, a network at a time.

    python -m benchmarks.tickets [--numerics portable|native] [--json FILE] [--quick]

CPU time per network and step (gradient and update) on one thread, single precision, both sides
interleaved in one process; the ratio is the median over rounds. The study's networks stand side by
side, the plain ones are trained one after the other. The mathematics is equal, which a test holds.
The share of the peak is that of the matrix products that a step needs, against a large product in
the same rounds.

Batches of students are there; those of transformers are taken out of all examples within the step.
A plain transformer computes its frozen part again in every step, which a round of the study does
not, and which its share of the peak does not count; the last case leaves it out, without a target.
"""

from benchmarks.modes import from_command_line, in_rounds
from benchmarks.share_of_peak import show

if __name__ == "__main__":
    from_command_line(
        "Time the trainings of study tickets.",
        in_rounds("benchmarks.tickets.worker"),
        lambda mode, result: show(mode, result["cases"]),
    )
