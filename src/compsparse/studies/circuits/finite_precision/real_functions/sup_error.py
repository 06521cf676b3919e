"""The sup error of a circuit F_{n,m_out} over real inputs (Theorem 2, part 2).

The functions are monotone, so that the largest error over a cell is at its lowest or its highest
corner: all codes together give the supremum over [0, 1]^d. In units of 2^-m_out; float64 adds 2^-29
units at m_out = 24.
"""

import numpy as np
from jaxtyping import Bool, Float64, UInt64

from compsparse.studies.circuits.arithmetic.fixed_point import codes_of, values_of
from compsparse.studies.circuits.circuit import bits, packed
from compsparse.studies.circuits.finite_precision.real_functions.real_function import RealFunction

Codes = UInt64[np.ndarray, "code coordinate"]

LARGEST_PLACES = 24  # m_out up to which float64 is precise enough


def all_codes(width: int, coordinates: int, kept: int | None = None) -> Codes:
    """Return all codes of ``width`` places per coordinate; only the ``kept`` highest ones vary."""
    varied = width if kept is None else kept
    numbers = np.arange(2 ** (varied * coordinates), dtype=np.uint64)
    places = np.uint64(varied) * np.arange(coordinates, dtype=np.uint64)
    codes = (numbers[:, None] >> places) & np.uint64(2**varied - 1)
    return np.asarray(codes << np.uint64(width - varied))


def drawn_codes(random: np.random.Generator, width: int, coordinates: int, draws: int) -> Codes:
    """Return codes of uniform points of [0, 1)^d, and of edges: next to 0, 1 and powers of two."""
    drawn = codes_of(random.random((draws, coordinates)), width)
    powers = 2 ** np.arange(width, dtype=np.uint64)
    top = np.uint64(2**width - 1)
    near = np.concatenate([powers - 1, powers, powers + 1, top - powers, [top]])
    edges = np.unique(near[near <= top])
    grids = np.meshgrid(*[edges] * coordinates)
    return np.concatenate([drawn, np.stack([grid.ravel() for grid in grids], axis=1)])


def input_bits(codes: Codes, width: int) -> Bool[np.ndarray, "code bit"]:
    """Return the inputs of a circuit, the coordinates' codes one after the other."""
    return np.concatenate([bits.bits_of(column, width) for column in codes.T], axis=1)


def cell_errors(
    function: RealFunction,
    places: int,
    outputs: UInt64[np.ndarray, " code"],
    codes: Codes,
    kept: int | None = None,
) -> tuple[Float64[np.ndarray, " code"], Bool[np.ndarray, " code"]]:
    """Return the largest error over each code's cell, and whether f stays below 1 there.

    ``outputs`` are of a circuit for m_out = ``places``. Where only the ``kept`` highest places of
    the codes are known, the others are zero, and the cells larger.
    """
    if places > LARGEST_PLACES:
        raise ValueError(
            f"Errors of {places} places are too small for float64, which is good for at most "
            f"{LARGEST_PLACES}; wide_error takes whole numbers instead."
        )
    width = function.code_places(places)
    cell = np.uint64(2 ** (width - (width if kept is None else kept)))
    corners = [
        np.asarray(function.true(*values_of(ends, width).T)) for ends in (codes, codes + cell)
    ]
    given = np.ldexp(outputs.astype(np.float64), -places)
    errors = np.maximum(*(np.abs(given - corner) for corner in corners))
    return np.ldexp(errors, places), np.maximum(*corners) < 1


def outputs_of(
    circuit: packed.PackedCircuit, codes: Codes, width: int
) -> UInt64[np.ndarray, " code"]:
    """Return a circuit's outputs as whole numbers."""
    return bits.numbers_of(circuit.evaluate_bits(input_bits(codes, width)))
