"""Comparing a number with a constant: the comparator of Theorem 1, step 3."""

from collections.abc import Sequence

from compsparse.studies.circuits.circuit.builder import Builder


def at_least(builder: Builder, number: Sequence[int], constant: int) -> int:
    """Return whether a number, least significant wire first, is at least a constant.

    Let ``ge`` be the result for the lowest k places alone. The next place decides, unless it is
    equal to the constant's: ge AND place where the constant has a one, ge OR place elsewhere. That
    is one gate per place above the constant's lowest one. The constant may be negative, or wider
    than the number.
    """
    if constant <= 0:
        return builder.constant(True)
    if constant >> len(number):
        return builder.constant(False)
    lowest = (constant & -constant).bit_length() - 1  # below it, every number is at least zeros
    result = number[lowest]
    for place in range(lowest + 1, len(number)):
        wires = (number[place], result)
        bit = constant >> place & 1
        result = builder.conjunction(wires) if bit else builder.disjunction(wires)
    return result
