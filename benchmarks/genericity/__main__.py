"""Compare the networks of study ``genericity`` with plain modules of torch, one at a time.

    python -m benchmarks.genericity [--numerics portable|native] [--json FILE] [--quick]

CPU time per network and step on one thread, single precision, both sides interleaved in one
process; the ratio is the median over rounds. 36 networks, twelve parities at three rates, stand
side by side and share their batch, as in the study's trainings; the plain ones are trained one
after the other, each on batches of its own. One case draws the batches, as trainings do; in the
other they are there, and gradient and update alone are timed. The mathematics is equal, which a
test holds. The share of the peak is that of the matrix products of a step, against a large product
in the same rounds.
"""

from benchmarks.modes import from_command_line, in_rounds
from benchmarks.share_of_peak import show

if __name__ == "__main__":
    from_command_line(
        "Time the training of study genericity.",
        in_rounds("benchmarks.genericity.worker"),
        lambda mode, result: show(mode, result["cases"]),
    )
