"""1 / (1 + x): restoring division.

Error in units of 2^-m, with codes of n = m + 1 places and m + 1 digits: the derivative is at most 1
in size, so that a code that falls short by 1/2 makes the quotient at most 1/2 too large; digits
that are cut off make it at most 1/2 too small. Both together are at most 1/2 in size, and rounding
adds at most 1/2.
"""

from collections.abc import Sequence

from compsparse.studies.circuits.arithmetic.division import quotient
from compsparse.studies.circuits.arithmetic.fixed_point import rounded
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.finite_precision.real_functions.real_function import RealFunction


def _gates(builder: Builder, codes: Sequence[Sequence[int]], places: int) -> list[int]:
    one = [builder.constant(False)] * len(codes[0]) + [builder.constant(True)]
    digits = quotient(builder, one, [*codes[0], one[-1]], places + 1)
    return rounded(builder, digits, places + 1, places)


RECIPROCAL = RealFunction(
    name="reciprocal",
    formula="1/(1 + x)",
    coordinates=1,
    true=lambda x: 1 / (1 + x),
    code_places=lambda places: places + 1,
    gates=_gates,
    size_degree=2,  # m + 2 subtractions of m + 3 places
    depth_degree=2,  # one after the other
)
