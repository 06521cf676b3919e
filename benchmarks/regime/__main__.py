"""Compare the training of study ``regime`` with plain modules of torch, one network at a time.

    python -m benchmarks.regime [--numerics portable|native] [--json FILE] [--quick]

CPU time per network and step on one thread, single precision, both sides interleaved in one
process; the ratio is the median over rounds. The shape is that of the evolved skull, at 512 pixels
a step. The project's steps are complete: the draw of the pixels, the gradient, its norm and the
update, of five runs side by side, as in the study; the plain one draws nothing. Muon's plain side
uses torch's Muon, whose products are in bfloat16. The share of the peak is that of the products of
matrices in a step, Newton-Schulz iterations included, against a large product in the same rounds.
"""

from benchmarks.modes import from_command_line, in_rounds
from benchmarks.share_of_peak import show

if __name__ == "__main__":
    from_command_line(
        "Time the training of study regime.",
        in_rounds("benchmarks.regime.worker"),
        lambda mode, result: show(mode, result["cases"]),
    )
