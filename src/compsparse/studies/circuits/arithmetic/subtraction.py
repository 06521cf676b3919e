"""Differences of numbers, and the subtraction that is done only if it can be.

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
    """Return whether first >= second, and then first - second, else first: one restoring step.

    Args:
        builder: receives the gates, about five per place.
        first: wires.
        second: at most as many wires as ``first``.
    """
    others, carries = _complement_and_carries(builder, first, second)
    *carries, fits = carries
    remainder = [
        builder.parity((wire, builder.conjunction((fits, builder.parity((other, carry))))))
        for wire, other, carry in zip(first, others, carries, strict=True)
    ]
    return fits, remainder


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
