"""Products: an array of AND gates, carry-save adders, and one ripple, which has the depth a + b."""

from collections.abc import Sequence

from compsparse.studies.circuits.arithmetic.addition import sum_of_columns
from compsparse.studies.circuits.circuit.builder import Builder


def product(builder: Builder, first: Sequence[int], second: Sequence[int]) -> list[int]:
    """Return the product of two numbers, with the places of both together."""
    width = len(first) + len(second)
    columns: list[list[int]] = [[] for _ in range(width)]
    for place, wire in enumerate(first):
        for other, second_wire in enumerate(second):
            columns[place + other].append(builder.conjunction((wire, second_wire)))
    return _summed(builder, columns, 0, width)


def square(builder: Builder, number: Sequence[int], *, signed: bool = False) -> list[int]:
    """Return the square of a number, also of one in two's complement, with twice its places.

    Products of different wires occur twice: one of them, a place higher, is enough.
    """
    columns: list[list[int]] = [[] for _ in range(2 * len(number) + 1)]
    correction = 0
    for place, wire in enumerate(number):
        columns[2 * place].append(wire)
        for other in range(place):
            both = builder.conjunction((wire, number[other]))
            if signed and place == len(number) - 1:
                both = builder.negation(both)
                correction -= 1 << (place + other + 1)
            columns[place + other + 1].append(both)
    return _summed(builder, columns, correction, 2 * len(number))


def signed_product(builder: Builder, first: Sequence[int], second: Sequence[int]) -> list[int]:
    """Return the product of two numbers in two's complement, with the places of both together.

    The last wire of a number counts negative. Its products with the others' wires are negated, and
    constants put right what that adds: -x 2^k = (NOT x) 2^k - 2^k, summed over all of them, modulo
    2^(places of the product).
    """
    width = len(first) + len(second)
    columns: list[list[int]] = [[] for _ in range(width)]
    correction = 0
    for place, wire in enumerate(first):
        for other, second_wire in enumerate(second):
            both = builder.conjunction((wire, second_wire))
            if (place == len(first) - 1) != (other == len(second) - 1):
                both = builder.negation(both)
                correction -= 1 << (place + other)
            columns[place + other].append(both)
    return _summed(builder, columns, correction, width)


def _summed(builder: Builder, columns: list[list[int]], correction: int, places: int) -> list[int]:
    for place in range(places):
        if correction >> place & 1:
            columns[place].append(builder.constant(True))
    total = sum_of_columns(builder, columns, places)
    return total + [builder.constant(False)] * (places - len(total))
