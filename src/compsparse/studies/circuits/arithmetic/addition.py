"""Adders and comparators: the networks of Theorem 1, step 3, that find a sum and check it.

Numbers are lists of wires, least significant first. Carry-save adders bring any number of wires of
each binary place down to two in logarithmic depth; carries ripple once, at the end.
"""

from collections.abc import Sequence
from itertools import zip_longest

from compsparse.studies.circuits.circuit.builder import Builder


def full_adder(builder: Builder, first: int, second: int, third: int) -> tuple[int, int]:
    """Return the sum and the carry of three wires."""
    return builder.parity((first, second, third)), builder.majority(first, second, third)


def half_adder(builder: Builder, first: int, second: int) -> tuple[int, int]:
    """Return the sum and the carry of two wires."""
    return builder.parity((first, second)), builder.conjunction((first, second))


def ripple_sum(builder: Builder, first: Sequence[int], second: Sequence[int]) -> list[int]:
    """Return first + second, with one place more than the wider of them where it can carry."""
    columns = zip_longest(first, second)
    return _rippled(builder, [[w for w in column if w is not None] for column in columns], None)


def sum_of_columns(
    builder: Builder, columns: Sequence[Sequence[int]], places: int | None = None
) -> list[int]:
    """Return the sum over k of 2^k times the true wires of column k, modulo 2^places if given."""
    if places is not None and places < 0:
        raise ValueError(f"A sum cannot have {places} places; at least 0, or None for all.")
    # where the largest possible sum has no place, a carry is false and needs no gate
    room = sum(len(column) << place for place, column in enumerate(columns)).bit_length()
    width = room if places is None else min(places, room)
    return _rippled(builder, carry_save(builder, columns, width), width)


def carry_save(
    builder: Builder, columns: Sequence[Sequence[int]], width: int | None = None
) -> list[list[int]]:
    """Reduce columns to at most two wires each, of the same weighted sum.

    Every round, one gate deep, takes the wires of each column by threes and brings columns of at
    most h wires down to at most h - floor(h / 3). Two wires that are left over and would break this
    bound go through a half adder, so that a carry does not ripple along columns of two wires. What
    falls into the column ``width`` or a higher one is left out.
    """
    reduced = [list(column) for column in columns[:width]]
    while (tallest := max(map(len, reduced), default=0)) > 2:
        before, reduced = reduced, []
        carries: list[int] = []
        for column in [*before, []]:
            whole = len(column) - len(column) % 3
            groups = [column[start : start + 3] for start in range(0, whole, 3)]
            left = column[whole:]
            if len(left) == 2 and len(left) + len(groups) + len(carries) > tallest - tallest // 3:
                groups.append(left)
                left = []
            last = len(reduced) + 1 == width
            sums, over = [], []
            for group in groups:  # sum and carry one after the other: evaluators share work
                sums.append(builder.parity(group))
                over += [] if last else [_carry(builder, group)]
            # wires that are ready first come first, and are the first to be taken by the next round
            reduced.append([*left, *carries, *sums])
            carries = over
        while reduced and not reduced[-1]:
            reduced.pop()
    return reduced


def round_limit(tallest: int) -> int:
    """Return the largest number of rounds of ``carry_save`` for columns of up to ``tallest`` wires.

    With t rounds to go, columns of at most 2, 3, 4, 6, 9, 13, ... wires are good enough, each the
    floor of 3/2 of the one before: about log(h / 2) / log(3 / 2) rounds for h wires.
    """
    rounds, enough = 0, 2
    while enough < tallest:
        rounds, enough = rounds + 1, 3 * enough // 2
    return rounds


def _carry(builder: Builder, wires: Sequence[int]) -> int:
    return builder.conjunction(wires) if len(wires) == 2 else builder.majority(*wires)


def _rippled(builder: Builder, columns: Sequence[Sequence[int]], width: int | None) -> list[int]:
    """Return the sum of columns of at most two wires, the carry going from place to place."""
    total: list[int] = []
    carry: list[int] = []  # none or one
    for column in [*columns, []]:
        wires = [*column, *carry]
        carry = []
        if not wires:
            # an empty place below a filled one is false
            total += [builder.constant(False)] if len(total) < len(columns) else []
            continue
        if len(total) == width:
            break
        if len(wires) == 1:
            total += wires
        elif len(total) + 1 == width:
            total.append(builder.parity(wires))
        else:
            place, over = (full_adder if len(wires) == 3 else half_adder)(builder, *wires)
            total.append(place)
            carry = [over]
    return total


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
