"""The sup error beyond float64: whole numbers of any length instead of floating point.

The true function is computed by other means than in the circuits: the logarithm from the series of
the inverse hyperbolic tangent, the sine from its plain series; off by less than 2^-23 units.
"""

from collections.abc import Callable
from math import isqrt

import numpy as np
from jaxtyping import Bool, Float64, UInt64

from compsparse.studies.circuits.finite_precision.real_functions.real_function import RealFunction

_SPARE = 32  # binary places


def drawn_bits(
    random: np.random.Generator, width: int, coordinates: int, draws: int
) -> Bool[np.ndarray, "code bit"]:
    """Return codes of uniform points, and of edges: 0, 1 and powers of two in all coordinates."""
    drawn = random.random((draws, width * coordinates)) < 0.5
    single = np.eye(width, dtype=bool)
    flat = np.zeros((1, width), dtype=bool)
    edges = np.concatenate([flat, single, ~single, ~flat])
    return np.concatenate([drawn, np.tile(edges, coordinates)])


def wide_cell_errors(
    function: RealFunction,
    places: int,
    outputs: UInt64[np.ndarray, " code"],
    bits: Bool[np.ndarray, "code bit"],
) -> tuple[Float64[np.ndarray, " code"], Bool[np.ndarray, " code"]]:
    """Return what ``sup_error.cell_errors`` does, for any m_out (``places``) up to 64."""
    width, precision = function.code_places(places), places + _SPARE
    true = _TRUE[function.name]
    errors, below = [], []
    for output, row in zip(outputs.tolist(), bits, strict=True):
        code = [_number(part) for part in np.split(row, function.coordinates)]
        corners = [true([part + up for part in code], width, precision) for up in (0, 1)]
        errors.append(max(abs((output << _SPARE) - corner) for corner in corners) / 2**_SPARE)
        below.append(max(corners) < 1 << precision)
    return np.array(errors), np.array(below)


def _number(bits: Bool[np.ndarray, " bit"]) -> int:
    return int.from_bytes(np.packbits(bits, bitorder="little").tobytes(), "little")


# each returns f(code / 2^width) 2^precision; codes go up to 2^width


def _product(code: list[int], width: int, precision: int) -> int:
    return (code[0] * code[1] << precision) >> 2 * width


def _square_root(code: list[int], width: int, precision: int) -> int:
    return isqrt((code[0] << 2 * precision) >> width)


def _distance(code: list[int], width: int, precision: int) -> int:
    return isqrt((code[0] ** 2 + code[1] ** 2 << 2 * precision) >> 2 * width + 1)


def _reciprocal(code: list[int], width: int, precision: int) -> int:
    return (1 << width + precision) // ((1 << width) + code[0])


def _logarithm(code: list[int], width: int, precision: int) -> int:
    # ln(1 + x) = 2 artanh(x / (2 + x)), and ln 2 the same at x = 1
    natural = _inverse_tangent(code[0], (2 << width) + code[0], precision)
    return (natural << precision) // _inverse_tangent(1, 3, precision)


def _inverse_tangent(numerator: int, denominator: int, precision: int) -> int:
    power = (numerator << precision) // denominator
    squared = power * power >> precision
    total, order = 0, 1
    while power:
        total += power // order
        power = power * squared >> precision
        order += 2
    return total


def _sine(code: list[int], width: int, precision: int) -> int:
    term = (code[0] << precision) >> width
    squared = term * term >> precision
    total, order, sign = 0, 1, 1
    while term:
        total += sign * term
        term = (term * squared >> precision) // ((order + 1) * (order + 2))
        order, sign = order + 2, -sign
    return total


_TRUE: dict[str, Callable[[list[int], int, int], int]] = {
    "product": _product,
    "square_root": _square_root,
    "distance": _distance,
    "reciprocal": _reciprocal,
    "logarithm": _logarithm,
    "sine": _sine,
}
