"""A chaotic system: the map of Hénon, a model of a section through a flow that mixes.

x' = 1 - 1.4 x^2 + y, y' = 0.3 x, in X = 1.4 x and Y = 1.4 y: X' = 1.4 - X^2 + Y, Y' = 0.3 X. All
starts, X in [0, 1] and Y in [0, 1/8], lie in the region that the map keeps, where |X| < 1.9. Two
neighbouring states part by a factor of exp(0.419) a step on average: 0.605 bits.
"""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.circuits.arithmetic.fixed_point import constant_number
from compsparse.studies.circuits.arithmetic.multiplication import signed_product, square
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.finite_precision.dynamics.signed import signed_sum
from compsparse.studies.circuits.finite_precision.dynamics.system import (
    WHOLE,
    Real,
    System,
    Whole,
    Wires,
)

_OFFSET = (7, 5)  # 1.4
_CONTRACTION = (3, 10)  # 0.3


def _gates(
    builder: Builder, position: Sequence[int], momentum: Sequence[int], fraction: int
) -> tuple[Wires, Wires]:
    width = fraction + WHOLE
    squared = square(builder, position, signed=True)[fraction : fraction + width]
    offset = _constant(_OFFSET, fraction)
    following = signed_sum(builder, [momentum], [squared], constant=offset)
    factor = constant_number(builder, _constant(_CONTRACTION, fraction), fraction)
    # a constant of ``fraction`` places is positive, so its sign is a zero more
    scaled = signed_product(builder, position, [*factor, builder.constant(False)])
    return following, scaled[fraction : fraction + width]


def _whole(states: Whole, fraction: int) -> Whole:
    position, momentum = states
    following = _constant(_OFFSET, fraction) - (position * position >> fraction) + momentum
    return np.stack([following, position * _constant(_CONTRACTION, fraction) >> fraction])


def _real(states: Real) -> Real:
    position, momentum = states
    offset, factor = (first / second for first, second in (_OFFSET, _CONTRACTION))
    return np.stack([offset - position**2 + momentum, factor * position])


def _constant(ratio: tuple[int, int], fraction: int) -> int:
    return (ratio[0] << fraction) // ratio[1]


HENON = System(
    name="henon",
    label="Hénon map",
    chaotic=True,
    extent=(1.0, 0.125),
    gates=_gates,
    whole=_whole,
    real=_real,
)
