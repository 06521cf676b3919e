"""A regular system: the oscillator q'' = -q - q^3 by the leapfrog scheme.

A step h = 1/4: half a step of the position, a step of the momentum p by the force, half a step of
the position. Energies are at most 5/4 at the start, so that the position stays below 1.3 and the
momentum below 1.7. Products with powers of two are shifts.
"""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.circuits.arithmetic.multiplication import signed_product, square
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.finite_precision.dynamics.signed import shifted_down, signed_sum
from compsparse.studies.circuits.finite_precision.dynamics.system import (
    WHOLE,
    Real,
    System,
    Whole,
    Wires,
)

_STEP = 2  # the step is 2^-2
_HALF = _STEP + 1


def _gates(
    builder: Builder, position: Sequence[int], momentum: Sequence[int], fraction: int
) -> tuple[Wires, Wires]:
    width = fraction + WHOLE
    middle = signed_sum(builder, [position, shifted_down(momentum, _HALF)])
    squared = square(builder, middle, signed=True)[fraction : fraction + width]
    stiffness = signed_sum(builder, [squared], constant=1 << fraction)
    force = signed_product(builder, middle, stiffness)[fraction : fraction + width]
    kicked = signed_sum(builder, [momentum], [shifted_down(force, _STEP)])
    return signed_sum(builder, [middle, shifted_down(kicked, _HALF)]), kicked


def _whole(states: Whole, fraction: int) -> Whole:
    position, momentum = states
    middle = position + (momentum >> _HALF)
    stiffness = (1 << fraction) + (middle * middle >> fraction)
    kicked = momentum - ((middle * stiffness >> fraction) >> _STEP)
    return np.stack([middle + (kicked >> _HALF), kicked])


def _real(states: Real) -> Real:
    position, momentum = states
    middle = position + momentum * 2.0**-_HALF
    kicked = momentum - middle * (1 + middle**2) * 2.0**-_STEP
    return np.stack([middle + kicked * 2.0**-_HALF, kicked])


OSCILLATOR = System(
    name="oscillator",
    label="oscillator",
    chaotic=False,
    extent=(1.0, 1.0),
    gates=_gates,
    whole=_whole,
    real=_real,
)
