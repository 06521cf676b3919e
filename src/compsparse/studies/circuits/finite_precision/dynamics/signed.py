"""Arithmetic of wires in two's complement, of one width throughout."""

from collections.abc import Sequence

from compsparse.studies.circuits.arithmetic.addition import sum_of_columns
from compsparse.studies.circuits.circuit.builder import Builder


def shifted_down(number: Sequence[int], places: int) -> list[int]:
    """Return floor(number / 2^places), the sign repeated; no gate."""
    return [*number[places:], *[number[-1]] * places]


def signed_sum(
    builder: Builder,
    numbers: Sequence[Sequence[int]],
    subtracted: Sequence[Sequence[int]] = (),
    constant: int = 0,
) -> list[int]:
    """Return the sum of numbers and a constant, minus others, modulo 2^width, with one ripple."""
    widths = {len(number) for number in (*numbers, *subtracted)}
    if len(widths) != 1:
        raise ValueError(f"Numbers of {sorted(widths)} places cannot be summed; give one width.")
    (width,) = widths
    columns = [[number[place] for number in numbers] for place in range(width)]
    for number in subtracted:
        for column, wire in zip(columns, number, strict=True):
            column.append(builder.negation(wire))
    constant += len(subtracted)
    for place, column in enumerate(columns):
        if constant >> place & 1:
            column.append(builder.constant(True))
    total = sum_of_columns(builder, columns, width)
    return total + [builder.constant(False)] * (width - len(total))
