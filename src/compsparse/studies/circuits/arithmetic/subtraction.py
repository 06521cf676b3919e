"""Differences of numbers, and quotients and roots, digit by digit: restoring recurrences.

Numbers are lists of wires, least significant first. a - b is a + NOT b + 1 in two's complement; the
last carry says that nothing had to be borrowed, that is a >= b.
"""

from collections.abc import Sequence

from compsparse.studies.circuits.circuit.builder import Builder


def difference(builder: Builder, first: Sequence[int], second: Sequence[int]) -> list[int]:
    """Return first - second modulo 2^places, with as many places as ``first`` has."""
    others, carries = _complement_and_carries(builder, first, second)
    return [builder.parity(wires) for wires in zip(first, others, carries[:-1], strict=True)]


def subtracted_if_it_fits(
    builder: Builder, first: Sequence[int], second: Sequence[int]
) -> tuple[int, list[int]]:
    """Return whether first >= second, no wider, and then first - second, else first."""
    others, carries = _complement_and_carries(builder, first, second)
    *carries, fits = carries
    remainder = [
        builder.parity((wire, builder.conjunction((fits, builder.parity((other, carry))))))
        for wire, other, carry in zip(first, others, carries, strict=True)
    ]
    return fits, remainder


def quotient(
    builder: Builder, numerator: Sequence[int], denominator: Sequence[int], places: int
) -> list[int]:
    """Return numerator / denominator: a whole part, the last wire, and ``places`` digits after it.

    The numerator is less than twice the denominator; each digit is a subtraction as wide as this.
    """
    if len(numerator) > len(denominator):
        raise ValueError(
            f"A numerator of {len(numerator)} places over {len(denominator)}: the denominator has "
            "to be at least as wide."
        )
    zero, width = builder.constant(False), len(denominator)
    left = [*numerator, *([zero] * (width + 1 - len(numerator)))]
    digits: list[int] = []  # most significant first
    for _ in range(places + 1):
        fits, left = subtracted_if_it_fits(builder, left, denominator)
        digits.append(fits)
        left = [zero, *left[:width]]  # what is left is below the denominator
    return digits[::-1]


def whole_square_root(builder: Builder, number: Sequence[int]) -> list[int]:
    """Return the largest whole number whose square is at most the number, in half its places.

    With the root r of the first k pairs of places and the remainder s, the next pair p makes the
    remainder 4 s + p. If 4 r + 1 fits into it, the next digit is one. A remainder is at most 2 r,
    so that step k is a subtraction of k + 3 places: about k gates deep, and the whole root k^2 / 2.
    """
    if len(number) % 2:
        raise ValueError(f"A root takes pairs of places, but the number has {len(number)}.")
    root: list[int] = []  # most significant first
    remainder: list[int] = []
    false, true = builder.constant(False), builder.constant(True)
    for low in range(len(number) - 2, -1, -2):
        left = [number[low], number[low + 1], *remainder]
        trial = [true, false, *reversed(root)]
        left += [false] * (len(trial) - len(left))
        fits, left = subtracted_if_it_fits(builder, left, trial)
        root.append(fits)
        remainder = left[: len(root) + 1]  # at most twice the root
    return root[::-1]


def _complement_and_carries(
    builder: Builder, first: Sequence[int], second: Sequence[int]
) -> tuple[list[int], list[int]]:
    """Return NOT second, as wide as first, and the carries into each place and out of the last."""
    if len(second) > len(first):
        raise ValueError(
            f"A number of {len(second)} places is taken from one of {len(first)}; the first has "
            "to be at least as wide."
        )
    others = [builder.negation(wire) for wire in second]
    others += [builder.constant(True)] * (len(first) - len(second))
    carries = [builder.constant(True)]
    for wire, other in zip(first, others, strict=True):
        carries.append(builder.majority(wire, other, carries[-1]))
    return others, carries
