"""Numbers in [0, 1] with finitely many binary places, outside and inside circuits.

Q_n(x) is the whole number of the first n binary places of x, and all ones for x = 1 (document 000,
Theorem 2): the code of a cell stands for all x of [code / 2^n, (code + 1) / 2^n].
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float64, UInt64

from compsparse.studies.circuits.arithmetic.addition import ripple_sum
from compsparse.studies.circuits.circuit.builder import Builder

MOST_PLACES = 53  # of a code: those that a float64 has


def codes_of(values: Float64[np.ndarray, "*shape"], places: int) -> UInt64[np.ndarray, "*shape"]:
    """Return Q_n(x) for x in [0, 1], n = ``places``."""
    _require_places(places)
    if not ((values >= 0) & (values <= 1)).all():
        raise ValueError("A code needs values in [0, 1]; at least one lies outside.")
    codes = np.floor(np.ldexp(values, places)).astype(np.uint64)
    return np.asarray(np.minimum(codes, np.uint64(2**places - 1)))


def values_of(codes: UInt64[np.ndarray, "*shape"], places: int) -> Float64[np.ndarray, "*shape"]:
    """Return code / 2^n, n = ``places``; exact up to the code 2^n."""
    _require_places(places)
    return np.asarray(np.ldexp(codes.astype(np.float64), -places))


def constant_number(builder: Builder, number: int, places: int) -> list[int]:
    """Return wires of a whole number's lowest places, least significant first."""
    return [builder.constant(bool(number >> place & 1)) for place in range(places)]


def rounded(builder: Builder, number: Sequence[int], fraction: int, places: int) -> list[int]:
    """Round a number to the nearest multiple of 2^-places below 1; halves go up.

    What would be 1 or more becomes 1 - 2^-places, all ones, so that an error of at most half a unit
    of a value in [0, 1] becomes one of at most a unit. ``fraction`` wires are behind the point.
    """
    if not 0 <= places <= fraction <= len(number):
        raise ValueError(
            f"{len(number)} wires, {fraction} of them behind the point, cannot be rounded to "
            f"{places} places; give at least as many as are wanted."
        )
    kept = list(number[fraction - places :])
    if fraction > places:
        kept = ripple_sum(builder, kept, [number[fraction - places - 1]])
    over = kept[places:]
    if not over:
        return kept
    full = builder.disjunction(over[:3]) if len(over) > 1 else over[0]
    for wire in over[3:]:
        full = builder.disjunction([full, wire])
    return [builder.disjunction([wire, full]) for wire in kept[:places]]


def _require_places(places: int) -> None:
    if not 0 <= places <= MOST_PLACES:
        raise ValueError(f"{places} binary places; a float64 has 0 to {MOST_PLACES} of them.")
