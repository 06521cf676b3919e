"""A system: three descriptions of one time step.

A state is a position and a momentum (or two coordinates of a section), each a number in two's
complement with ``WHOLE`` places before the binary point, sign included, and ``fraction`` behind it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.circuits.circuit import circuit, copying
from compsparse.studies.circuits.circuit.builder import Builder

WHOLE = 3  # numbers lie in [-4, 4)
LARGEST_FRACTION = 28  # so that a product of whole numbers fits into 64 bits

Wires = list[int]
Whole = Int64[np.ndarray, "2 state"]
Real = Float64[np.ndarray, "2 state"]


@dataclass(frozen=True)
class System:
    """A map of the plane that is repeated."""

    name: str  # in tables
    label: str  # in figures
    chaotic: bool  # neighbouring states part exponentially
    extent: tuple[float, float]  # states begin in [0, extent[0]] x [0, extent[1]], powers of two
    # adds one step, given the wires of both coordinates and the places of the fraction
    gates: Callable[[Builder, Sequence[int], Sequence[int], int], tuple[Wires, Wires]]
    whole: Callable[[Whole, int], Whole]  # one step, in units of 2^-fraction
    real: Callable[[Real], Real]  # one step

    def step(self, fraction: int) -> circuit.Circuit:
        """Return one step as a circuit; inputs and outputs are position, then momentum."""
        _require_fraction(fraction)
        width = WHOLE + fraction
        builder = Builder(2 * width, fold=True)
        outputs = self.gates(builder, range(width), range(width, 2 * width), fraction)
        return copying.without_dead_gates(builder.build([*outputs[0], *outputs[1]]))

    def starts(self, draws: Float64[np.ndarray, "2 state"]) -> Real:
        """Return states in the extent for draws from [0, 1)^2."""
        return np.asarray(draws * np.array(self.extent)[:, None])


def cut(states: Real, fraction: int) -> Whole:
    """Return real states as whole numbers of units 2^-fraction, rounded down."""
    _require_fraction(fraction)
    return np.asarray(np.floor(np.ldexp(states, fraction)).astype(np.int64))


def _require_fraction(fraction: int) -> None:
    if not 4 <= fraction <= LARGEST_FRACTION:
        raise ValueError(
            f"{fraction} places behind the point; allowed are 4 to {LARGEST_FRACTION}, for which "
            "products of whole numbers fit into 64 bits."
        )
