"""The whole square root, digit by digit: the restoring recurrence.

With the root r of the first k pairs of places and the remainder s, the next pair p makes the
remainder 4 s + p. If 4 r + 1 fits into it, the next digit is one. A remainder is at most 2 r, so
that step k is a subtraction of k + 3 places: about k gates deep, and the whole root k^2 / 2.
"""

from collections.abc import Sequence

from compsparse.studies.circuits.arithmetic.subtraction import subtracted_if_it_fits
from compsparse.studies.circuits.circuit.builder import Builder


def whole_square_root(builder: Builder, number: Sequence[int]) -> list[int]:
    """Return the largest whole number whose square is at most the number.

    Args:
        builder: receives the gates.
        number: an even number of wires, least significant first; the root has half as many.

    Raises:
        ValueError: an odd number of wires.
    """
    if len(number) % 2:
        raise ValueError(f"A root takes pairs of places, but the number has {len(number)}.")
    root: list[int] = []  # most significant first
    remainder: list[int] = []
    zero, one = builder.constant(False), builder.constant(True)
    for low in range(len(number) - 2, -1, -2):
        left = [number[low], number[low + 1], *remainder]
        trial = [one, zero, *reversed(root)]
        left += [zero] * (len(trial) - len(left))
        fits, left = subtracted_if_it_fits(builder, left, trial)
        root.append(fits)
        remainder = left[: len(root) + 1]  # at most twice the root
    return root[::-1]
