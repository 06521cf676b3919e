"""The systems of this study, a regular and a chaotic one, by name.

The oscillator q'' = -q - q^3 by the leapfrog scheme. A step h = 1/4: half a step of the position, a
step of the momentum p by the force, half a step of the position. Energies are at most 5/4 at the
start, so that the position stays below 1.3 and the momentum below 1.7. Products with powers of two
are shifts.

The map of Hénon, a model of a section through a flow that mixes: x' = 1 - 1.4 x^2 + y, y' = 0.3 x,
in X = 1.4 x and Y = 1.4 y: X' = 1.4 - X^2 + Y, Y' = 0.3 X. All starts, X in [0, 1] and Y in
[0, 1/8], lie in the region that the map keeps, where |X| < 1.9. Two neighbouring states part by a
factor of exp(0.419) a step on average: 0.605 bits.
"""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.circuits.arithmetic import fixed_point, multiplication
from compsparse.studies.circuits.arithmetic.addition import sum_of_columns
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.finite_precision.dynamics.system import WHOLE, Real, System, Whole


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


_STEP = 2  # the oscillator's step is 2^-2
_HALF = _STEP + 1
_OFFSET = (7, 5)  # 1.4, of the map
_CONTRACTION = (3, 10)  # 0.3


def _oscillator_gates(
    builder: Builder, position: Sequence[int], momentum: Sequence[int], fraction: int
) -> tuple[list[int], list[int]]:
    width = fraction + WHOLE
    middle = signed_sum(builder, [position, shifted_down(momentum, _HALF)])
    squared = multiplication.square(builder, middle, signed=True)[fraction : fraction + width]
    stiffness = signed_sum(builder, [squared], constant=1 << fraction)
    force = multiplication.signed_product(builder, middle, stiffness)[fraction : fraction + width]
    kicked = signed_sum(builder, [momentum], [shifted_down(force, _STEP)])
    return signed_sum(builder, [middle, shifted_down(kicked, _HALF)]), kicked


def _oscillator_whole(states: Whole, fraction: int) -> Whole:
    position, momentum = states
    middle = position + (momentum >> _HALF)
    stiffness = (1 << fraction) + (middle * middle >> fraction)
    kicked = momentum - ((middle * stiffness >> fraction) >> _STEP)
    return np.stack([middle + (kicked >> _HALF), kicked])


def _oscillator_real(states: Real) -> Real:
    position, momentum = states
    middle = position + momentum * 2.0**-_HALF
    kicked = momentum - middle * (1 + middle**2) * 2.0**-_STEP
    return np.stack([middle + kicked * 2.0**-_HALF, kicked])


def _henon_gates(
    builder: Builder, position: Sequence[int], momentum: Sequence[int], fraction: int
) -> tuple[list[int], list[int]]:
    width = fraction + WHOLE
    squared = multiplication.square(builder, position, signed=True)[fraction : fraction + width]
    offset = _constant(_OFFSET, fraction)
    following = signed_sum(builder, [momentum], [squared], constant=offset)
    factor = fixed_point.constant_number(builder, _constant(_CONTRACTION, fraction), fraction)
    # a constant of ``fraction`` places is positive, so its sign is a zero more
    scaled = multiplication.signed_product(builder, position, [*factor, builder.constant(False)])
    return following, scaled[fraction : fraction + width]


def _henon_whole(states: Whole, fraction: int) -> Whole:
    position, momentum = states
    following = _constant(_OFFSET, fraction) - (position * position >> fraction) + momentum
    return np.stack([following, position * _constant(_CONTRACTION, fraction) >> fraction])


def _henon_real(states: Real) -> Real:
    position, momentum = states
    offset, factor = (first / second for first, second in (_OFFSET, _CONTRACTION))
    return np.stack([offset - position**2 + momentum, factor * position])


def _constant(ratio: tuple[int, int], fraction: int) -> int:
    return (ratio[0] << fraction) // ratio[1]


OSCILLATOR = System(
    name="oscillator",
    label="oscillator",
    chaotic=False,
    extent=(1.0, 1.0),
    gates=_oscillator_gates,
    whole=_oscillator_whole,
    real=_oscillator_real,
)
HENON = System(
    name="henon",
    label="Hénon map",
    chaotic=True,
    extent=(1.0, 0.125),
    gates=_henon_gates,
    whole=_henon_whole,
    real=_henon_real,
)
SYSTEMS = {system.name: system for system in (OSCILLATOR, HENON)}
