"""Arithmetic without subnormal numbers, on which Intel's cores take up to a hundred times as long.

IEEE 754 fills the gap between 0 and the smallest normal number, 1.2e-38 in single precision, with
numbers of fewer digits. Weights of units that no example activates decay into it.
"""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def taken_for_zero() -> Iterator[None]:
    """Read and write subnormal numbers as 0, in numpy too: a switch of this thread's processor."""
    import torch  # here, since no other step of this study needs to load it

    torch.set_flush_denormal(True)
    try:
        yield
    finally:
        torch.set_flush_denormal(False)
